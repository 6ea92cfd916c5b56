/** One day recounted, in a zone with a clock change; `dayRecounted.long` has more. */
import { describeDay } from './dayRecountedTests';

describeDay({ zone: 'America/New_York', day: '2026-11-01', hours: 25, step: 1800, guests: 5 });
