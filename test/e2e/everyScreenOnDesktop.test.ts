import { testEveryScreenOn } from './everyScreen';
import { isLong } from '../support/run/long';

testEveryScreenOn('desktop');

// Long alone: what a narrow window does is seen on the phone.
if (isLong) testEveryScreenOn('zoomed');
