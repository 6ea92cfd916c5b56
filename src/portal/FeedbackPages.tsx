/** The pages that feedback mails and SMS link to: the question, the thanks, and the end of questions. */
import type { ReactNode } from 'react';
import { FieldProblem, wrongChoice } from './AddressField';
import { PortalForm, Text, usePortal } from './PortalFrame';
import { portalText, type PortalText } from './texts';

const STARS = [5, 4, 3, 2, 1] as const;

export interface QuestionPageProps {
  kind: 'feedback' | 'review';
  hotspot: string;
  /** What was typed or chosen before, to fill in again. */
  stars: number | null;
  message: string;
  maxLength: number;
  problem: PortalText | null;
}

/** Asks for a message, or for stars with a message if the guest likes. */
export function QuestionPage({ kind, hotspot, stars, message, maxLength, problem }: QuestionPageProps) {
  const isReview = kind === 'review';
  const shown = problem === null ? null : <Text text={problem} />;
  return (
    <>
      <h1>
        <Text text={isReview ? 'review_title' : 'feedback_title'} values={{ hotspot }} />
      </h1>
      <PortalForm form="answer" next="/">
        {isReview && <Stars chosen={stars} problem={shown} />}
        <div className="portal-field">
          <label htmlFor="portal-message">
            <Text text={isReview ? 'review_more' : 'feedback_message'} />
          </label>
          <textarea
            id="portal-message"
            className="portal-input"
            name="message"
            rows={5}
            maxLength={maxLength}
            defaultValue={message}
            required={!isReview}
            {...(!isReview && wrongChoice('portal-message', shown, true))}
          />
          {!isReview && <FieldProblem id="portal-message" problem={shown} />}
        </div>
        <button type="submit" className="portal-start">
          <Text text="feedback_send" />
        </button>
      </PortalForm>
    </>
  );
}

function Stars({ chosen, problem }: { chosen: number | null; problem: ReactNode }) {
  const { language } = usePortal();
  return (
    <fieldset className="portal-stars">
      <legend>
        <Text text="feedback_stars_needed" />
      </legend>
      {STARS.map((stars) => (
        <label key={stars}>
          <input
            type="radio"
            name="stars"
            value={stars}
            required
            defaultChecked={stars === chosen}
            {...wrongChoice('portal-stars', problem, stars === STARS[0])}
          />
          <span aria-hidden="true">{'★'.repeat(stars) + '☆'.repeat(5 - stars)}</span>
          <span>{new Intl.NumberFormat(language).format(stars)}</span>
        </label>
      ))}
      <FieldProblem id="portal-stars" problem={problem} />
    </fieldset>
  );
}

export interface ThanksPageProps {
  sites: readonly string[];
}

/** Thanks the guest, with links to review sites for guests who may like to recommend the hotspot. */
export function ThanksPage({ sites }: ThanksPageProps) {
  return (
    <>
      <h1>
        <Text text="feedback_thanks" />
      </h1>
      {sites.length > 0 && (
        <>
          <p>
            <Text text="review_sites" />
          </p>
          {sites.map((site) => (
            <a key={site} className="portal-start" href={site} rel="noreferrer noopener">
              <Text text="review_site" values={{ site: new URL(site).hostname.replace(/^www\./, '') }} />
            </a>
          ))}
        </>
      )}
    </>
  );
}

export interface StopPageProps {
  hotspot: string;
  isDone: boolean;
}

/** Ends questions. Mail programs open links on their own, so only a tap on the button does. */
export function StopPage({ hotspot, isDone }: StopPageProps) {
  const { language } = usePortal();
  if (isDone) return <h1 role="status">{portalText(language, 'stopped', { hotspot })}</h1>;
  return (
    <>
      <h1>
        <Text text="feedback_stop" values={{ hotspot }} />
      </h1>
      <p>
        <Text text="stop_help" values={{ hotspot }} />
      </p>
      <PortalForm form="stop" next="/">
        <button type="submit" className="portal-start">
          <Text text="stop_button" />
        </button>
      </PortalForm>
    </>
  );
}
