import { testEveryScreenOn } from './everyScreen';

testEveryScreenOn('desktop');

// Long alone: what a narrow window does is seen on the phone.
if (process.env.PORTICO_LONG !== undefined) testEveryScreenOn('zoomed');
