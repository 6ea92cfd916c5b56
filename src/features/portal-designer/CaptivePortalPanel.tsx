import { Alert, Flex } from 'antd';
import { FormattedMessage } from 'react-intl';
import { useSelector } from 'react-redux';
import { may, type Role } from '../../contract/plain/roles';
import { capabilities } from '../../shared/backEnd/capabilities';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { selectUser, type LoggedUser } from '../auth/slice';
import { useListHotspotPreferencesQuery, type HotspotFacts } from '../hotspots/api';
import { lookOf } from '../../portal/portalLook';
import { PortalFigures } from './PortalFigures';
import { PortalDesigner } from './PortalDesigner';
import { PortalPreview } from './PortalPreview';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';

/** The portal's look: the designer, only a preview, or a note that the plan doesn't include customising it (HSP-11, CPT-14). */
export function CaptivePortalPanel({ hotspot }: { hotspot: HotspotFacts }) {
  return (
    <Flex vertical gap={16}>
      <div>
        <PortalLook hotspot={hotspot} />
      </div>
      {capabilities().countsPortalVisits && (
        <div className="not-on-paper">
          <PortalFigures hotspotId={hotspot.id} />
        </div>
      )}
    </Flex>
  );
}

function PortalLook({ hotspot }: { hotspot: HotspotFacts }) {
  const user = useSelector(selectUser);
  const { data: preferences, isError, refetch } = useListHotspotPreferencesQuery(hotspot.id, { skip: !user || !hasCustomization(user) });
  if (!user) return null;
  if (!hasCustomization(user)) return <NotInPlan user={user} />;
  if (!preferences && isError) return <LoadFailed message="captive.load_failed" onRetry={refetch} />;
  if (!preferences) return <LoadingRows rows={10} />;
  return mayStyle(user.account_type) ? (
    <PortalDesigner key={hotspot.id} hotspot={hotspot} preferences={preferences} />
  ) : (
    <PortalPreview look={lookOf(preferences)} preferences={preferences} hotspot={hotspot} />
  );
}

/** Follows the table of permissions, except for two roles that existing back ends treat differently. */
function mayStyle(role: Role): boolean {
  const { letsAdminsStylePortals, keepsDesksFromStyling } = capabilities();
  if (role === 'admin') return letsAdminsStylePortals;
  return may(role, 'hotspot_preferences.update') || !keepsDesksFromStyling;
}

/** Always true for admins; for others, whether the plan in their login record (their own or their reseller's) includes it. */
function hasCustomization({ account_type, subscription }: LoggedUser): boolean {
  return account_type === 'admin' || subscription?.subscription_plan.wings_customization === true;
}

function NotInPlan({ user: { account_type, subscription } }: { user: LoggedUser }) {
  const isOwn = account_type === 'reseller';
  return (
    <Alert
      type="info"
      showIcon
      role="status"
      title={
        <FormattedMessage
          id={isOwn ? 'captive.not_in_plan' : 'captive.not_in_resellers_plan'}
          values={{ plan: subscription?.subscription_plan.name ?? '' }}
        />
      }
    />
  );
}
