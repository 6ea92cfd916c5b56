/** The background jobs of a server. */
import { hasUnits, type Config } from './config';
import type { Database } from './database/client';
import { keepAnalysed, keepCounted, keepMerged, keepTidy } from './database/maintenance';
import type { Parts } from './parts';
import { startSessionMaintenance } from './sessions/sessionMaintenance';
import { keepShortLived } from './shortLived';
import { keepFeedback, obstacleOf, portalUrlOf } from './marketing/feedbackJob';
import type { Mailer } from './messages/mailer';
import type { Outbox } from './messages/sender';
import { keepRetention } from './guests/retention';
import { keepEnding, type Ending } from './radius/ending';

interface Jobs {
  config: Config;
  database: Database;
  clock: () => Date;
  outbox: Outbox;
  mailer: Mailer;
  endings: Ending | false;
  retentionDays: Config['retentionDays'];
  failure: (message: string) => (error: unknown) => void;
}

/** Starts the background jobs, once for all processes of a machine. Replicas may run the same jobs concurrently. */
export function startJobs(parts: Parts, { config, database, clock, outbox, mailer, endings, retentionDays, failure }: Jobs): void {
  const { db } = database;
  const days = typeof retentionDays === 'number' ? retentionDays : undefined;
  if (hasUnits(config)) {
    parts.job('sessions', failure('silent sessions could not be ended, and will be tried again'), (onFailure) =>
      startSessionMaintenance(db, days, clock, onFailure),
    );
  }
  parts.job(
    'short-lived',
    failure('earlier secrets, counts and expired vouchers could not be deleted, and will be tried again'),
    (onFailure) => keepShortLived(db, clock, onFailure),
  );
  if (endings) {
    parts.job('endings', failure('units could not be asked to end sessions, and will be later'), (onFailure) =>
      keepEnding(endings, onFailure),
    );
  }
  if (days !== undefined) {
    parts.job('retention', failure('retention failed, and will be tried again'), (onFailure) => keepRetention(db, days, clock, onFailure));
  }
  const portalUrl = obstacleOf(config, mailer) === null ? portalUrlOf(config) : null;
  if (portalUrl !== null) {
    parts.job('feedback', failure('guests could not be asked about their stay, and will be later'), (onFailure) =>
      keepFeedback({ db, clock, zone: config.zone, portalUrl, wake: outbox.wake }, onFailure),
    );
  }
  const upkeepFailed = failure('upkeep of the database failed, and will be tried again');
  parts.job('upkeep', upkeepFailed, (onFailure) => keepTidy(database, onFailure));
  parts.job('sums', failure('ended sessions could not be added to the sums, and will be later'), (onFailure) =>
    keepCounted(database, onFailure),
  );
  parts.job('merging', upkeepFailed, (onFailure) => keepMerged(database, onFailure));
  if (database.engine === 'embedded') parts.job('statistics', upkeepFailed, (onFailure) => keepAnalysed(database, onFailure));
}
