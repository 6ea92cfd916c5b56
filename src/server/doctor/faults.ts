/** The faults that `portico doctor` knows by name: how to detect each, what is wrong, and how to fix it. No text contains a secret. */
import type { Examined } from './examined';
import type { Fault } from './faults/fault';
import { DATA_FAULTS } from './faults/dataFaults';
import { DATABASE_FAULTS } from './faults/databaseFaults';
import { MACHINE_FAULTS } from './faults/machineFaults';
import { MESSAGE_FAULTS } from './faults/messageFaults';
import { PROTECTION_FAULTS } from './faults/protectionFaults';
import { PUBLIC_ADDRESS_FAULTS } from './faults/publicAddressFaults';
import { SETTING_FAULTS } from './faults/settingFaults';
import { UNIT_FAULTS } from './faults/unitFaults';

export interface Finding {
  fault: FaultName;
  /** Whether the server can't start with it. */
  stops: boolean;
  /** Whether something doesn't work in the running server because of it, or data may be lost. */
  breaks: boolean;
  wrong: string;
  mend: string;
}

export const FAULTS = {
  ...MACHINE_FAULTS,
  ...DATA_FAULTS,
  ...SETTING_FAULTS,
  ...UNIT_FAULTS,
  ...PUBLIC_ADDRESS_FAULTS,
  ...MESSAGE_FAULTS,
  ...DATABASE_FAULTS,
  ...PROTECTION_FAULTS,
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof FAULTS;

/** All faults of an installation, in the order of the table. */
export function findFaults(it: Examined): Finding[] {
  return Object.entries<Fault>(FAULTS).flatMap(([fault, { stops = false, breaks = false, find }]) => {
    const found = find(it);
    return found === false ? [] : [{ fault: fault as FaultName, stops, breaks, ...found }];
  });
}
