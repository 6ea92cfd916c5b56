import { testEveryScreenOn } from './everyScreen';

testEveryScreenOn('desktop');

testEveryScreenOn('zoomed');
