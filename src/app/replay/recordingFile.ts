import { isAction, type UnknownAction } from '@reduxjs/toolkit';
import type { Role } from '../../contract/plain/roles';
import { api } from '../../shared/api';
import type { consoleConfig } from '../../shared/config';
import type { Recorded } from '../recording';
import './everyEndpoint';

/** Increasing it requires a migration below. */
const VERSION = 3;

/** A recording as stored in its file. */
export interface Recording extends Recorded {
  format: 'portico-recording';
  version: typeof VERSION;
  /** Version of the console that made it. */
  console: string;
  made: string;
  /** Null if nobody was signed in when it was saved. */
  role: Role | null;
  browser: string;
  backend: ReturnType<typeof consoleConfig>['backend'];
  isPersonalDataHidden: boolean;
}

/** Why a file can't be opened; `reason` is part of a message id. */
export class NotPlayable extends Error {
  constructor(
    readonly reason: 'no_recording' | 'not_read' | 'newer' | 'unknown_calls',
    readonly details = '',
  ) {
    super(`the recording can't be opened: ${reason} ${details}`);
  }
}

/** Validates a file's JSON, migrating older versions; throws NotPlayable. */
export function readRecording(file: unknown): Recording {
  if (typeof file !== 'object' || file === null) throw new NotPlayable('no_recording');
  const { format, version, start, actions } = file as Partial<Record<keyof Recording, unknown>>;
  const isOurs = format === 'portico-recording' || (format === undefined && version === 1);
  const hasActions = Array.isArray(actions) && actions.every(isAction);
  if (!isOurs || typeof version !== 'number' || typeof start !== 'object' || !hasActions) throw new NotPlayable('no_recording');
  if (version > VERSION) throw new NotPlayable('newer', (file as Partial<Recording>).console);
  const recording = version === VERSION ? (file as Recording) : fromSecondVersion(version === 1 ? fromFirstVersion(start, actions) : file);
  const unknown = callsIn(recording.actions).filter((name) => !(name in api.endpoints));
  if (unknown.length > 0) throw new NotPlayable('unknown_calls', [...new Set(unknown)].join(', '));
  return recording;
}

/** Version 1 had no times and no information about its origin. */
function fromFirstVersion(start: object | null, actions: UnknownAction[]): Omit<Recording, 'version'> {
  return {
    format: 'portico-recording',
    console: '',
    made: '',
    role: null,
    browser: '',
    backend: 'portico',
    isPersonalDataHidden: false,
    start,
    actions,
    times: actions.map((_, index) => index * 1000),
  };
}

interface SecondVersion extends Omit<Recording, 'version' | 'start'> {
  start: { vouchers?: { printStep?: unknown; printChoice?: unknown; studio?: unknown } };
}

/** In version 2 the vouchers' slice also held the state of the print dialog and of the studio. */
function fromSecondVersion(file: object): Recording {
  const { start, actions, ...rest } = file as SecondVersion;
  const { vouchers } = start;
  const { printStep: step, printChoice: choice, studio, ...ofVouchers } = vouchers ?? {};
  const split = vouchers && { vouchers: ofVouchers, printing: { step, choice }, studio };
  const renamed = (type: string) => type.replace(/^vouchers\/(?=print(?:StepTaken|Chosen)$)/, 'printing/');
  return {
    ...rest,
    version: VERSION,
    start: { ...start, ...split },
    actions: actions.map((action) => ({ ...action, type: renamed(action.type) })),
  };
}

function callsIn(actions: readonly UnknownAction[]): string[] {
  return actions.flatMap(({ type, meta }) => {
    const name = (meta as { arg?: { endpointName?: string } } | undefined)?.arg?.endpointName;
    return type.startsWith('api/execute') && name !== undefined ? [name] : [];
  });
}

/** A recording ready to be saved, reduced to plain JSON values. */
export function recordingOf(
  recorded: Recorded,
  facts: Pick<Recording, 'role' | 'browser' | 'backend' | 'console'> & { now: Date },
): Recording {
  const { now, ...rest } = facts;
  const plain = JSON.parse(JSON.stringify({ ...recorded, start: recorded.start ?? {} })) as Recorded;
  return { format: 'portico-recording', version: VERSION, made: now.toISOString(), isPersonalDataHidden: false, ...rest, ...plain };
}
