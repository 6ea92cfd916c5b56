/** One day recounted: over both clock changes, in a zone of half hours, and where hotspot and server agree. */
import { describeDay } from './dayRecountedTests';

describeDay({ zone: 'America/New_York', day: '2026-11-01', hours: 25, step: 1800, guests: 5 });
describeDay({ zone: 'Europe/Rome', day: '2027-03-28', hours: 23, step: 600, guests: 8 });
describeDay({ zone: 'America/New_York', day: '2027-03-14', hours: 23, step: 600, guests: 8 });
describeDay({ zone: 'Asia/Kolkata', day: '2026-10-25', hours: 24, step: 600, guests: 8 });
