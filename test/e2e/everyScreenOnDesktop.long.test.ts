import { testEveryScreenOn } from './everyScreen';

testEveryScreenOn('desktop');
