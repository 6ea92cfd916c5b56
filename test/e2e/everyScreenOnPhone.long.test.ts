import { testEveryScreenOn } from './everyScreen';

testEveryScreenOn('phone');
