/** Registers the endpoints of all features, which otherwise come with their screens: reducers need them for any action of a log. */
import '../../features/accounts/api';
import '../../features/audit/api';
import '../../features/auth/api';
import '../../features/dashboard/api';
import '../../features/devices/api';
import '../../features/disclaimers/api';
import '../../features/find/api';
import '../../features/guests/api';
import '../../features/hotspots/api';
import '../../features/integrations/api';
import '../../features/mac-auth/api';
import '../../features/marketing/api';
import '../../features/paper/api';
import '../../features/reports/api';
import '../../features/sessions/api';
import '../../features/units/api';
import '../../features/vouchers/api';
