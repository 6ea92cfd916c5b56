import { testEveryScreenOn } from './everyScreen';

testEveryScreenOn('zoomed');
