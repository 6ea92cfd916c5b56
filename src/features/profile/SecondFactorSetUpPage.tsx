import { App, Button, Flex } from 'antd';
import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useDispatch } from 'react-redux';
import { api } from '../../shared/api';
import { StepPage } from '../../shared/ui/page/StepPage';
import { PlainButton } from '../../shared/ui/plain/PlainButton';
import { useGetSecondFactorQuery, useLogoutMutation } from '../auth/api';
import { secondFactorFound, type LoggedUser } from '../auth/slice';
import { SecondFactorOnDialog } from './SecondFactorOnDialog';

/** Sets up a second factor that is required here; until then the server refuses everything else (AUTH-18). */
export function SecondFactorSetUpPage({ user, onSignOut }: { user: LoggedUser; onSignOut: () => void }) {
  const dispatch = useDispatch();
  const [isOpen, setOpen] = useState(false);
  const [logout] = useLogoutMutation();
  const { data: factor } = useGetSecondFactorQuery(user.id);
  // Also in another tab, or before a reload. While the dialog is open it shows the recovery codes.
  const isThere = !isOpen && typeof factor?.since === 'string';
  useEffect(() => {
    if (!isThere) return;
    // Forget what the server refused.
    dispatch(api.util.resetApiState());
    dispatch(secondFactorFound());
  }, [isThere, dispatch]);
  return (
    <App message={{ duration: 3 }}>
      <StepPage title="second_factor.required_title" text="second_factor.required">
        <Flex vertical gap={12}>
          <Button type="primary" size="large" block onClick={() => setOpen(true)}>
            <FormattedMessage id="second_factor.turn_on" />
          </Button>
          <PlainButton look="link" isBlock onClick={() => void logout().finally(onSignOut)}>
            <FormattedMessage id="menu.logout" />
          </PlainButton>
        </Flex>
      </StepPage>
      {isOpen && <SecondFactorOnDialog args={null} onClose={() => setOpen(false)} />}
    </App>
  );
}
