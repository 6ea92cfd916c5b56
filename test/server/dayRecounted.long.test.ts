/** One day recounted, over the other clock change, in a zone of half hours, and where hotspot and server agree. */
import { describeDay } from './dayRecountedTests';

describeDay({ zone: 'Europe/Rome', day: '2027-03-28', hours: 23, step: 600, guests: 8 });
describeDay({ zone: 'America/New_York', day: '2027-03-14', hours: 23, step: 600, guests: 8 });
describeDay({ zone: 'Asia/Kolkata', day: '2026-10-25', hours: 24, step: 600, guests: 8 });
