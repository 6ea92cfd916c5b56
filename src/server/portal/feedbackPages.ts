/** Pages on which guests answer questions about their stay, or end them. The token in the link is the only proof needed. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answer, findQuestion, MAX_MESSAGE, noteOpened, refuseFurther, type SentQuestion } from '../marketing/feedbackAnswerQueries';
import { settingsForFeedback } from '../marketing/feedbackRequestQueries';
import { knownNameOf } from '../marketing/queries';
import { sendPictureOf } from './files';
import { firstValues, languageOf, queryOf, showPage, type PortalDeps, type Query } from './portalCall';
import { findLook } from './queries';
import type { Page } from './render';

interface Opened {
  question: SentQuestion;
  hotspot: string;
  query: Query;
  show: (page: Page, path?: '/' | '/stop') => Promise<unknown>;
}

/** Runs `serve` if the link is valid; otherwise sends a 404 page. */
async function withQuestion(
  deps: PortalDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  serve: (opened: Opened) => Promise<unknown>,
): Promise<unknown> {
  const { token } = request.params as { token: string };
  const query = { ...firstValues(queryOf(request)), ...(request.body as Query | null) };
  const question = await findQuestion(deps.db, token);
  if (!question) {
    reply.code(404);
    return showPage(
      { deps, portal: null, reply },
      { page: 'notice', notice: 'feedback_gone' },
      { language: languageOf({ query, request }) },
    );
  }
  const name = await knownNameOf(deps.db, question.hotspot_id);
  const portal = {
    look: await findLook(deps.db, question.hotspot_id),
    hotspotName: name,
    base: `${deps.config.basePath}/portal/f/${token}`,
  };
  const language = languageOf({ query, request }, question);
  const carried = query.l === undefined ? {} : { l: language };
  return serve({
    question,
    hotspot: name,
    query,
    show: (page, path = '/') => showPage({ deps, portal, reply }, page, { language, path, carried }),
  });
}

export const showQuestion = (deps: PortalDeps, request: FastifyRequest, reply: FastifyReply) =>
  withQuestion(deps, request, reply, async ({ question, hotspot, show }) => {
    if (request.method === 'GET') await noteOpened(deps.db, question.id, deps.clock());
    if (question.answered !== null) return show({ page: 'thanks', sites: await sitesFor(deps, question) });
    return show({ page: 'question', kind: question.kind, hotspot, stars: null, message: '', maxLength: MAX_MESSAGE, problem: null });
  });

export const takeAnswer = (deps: PortalDeps, request: FastifyRequest, reply: FastifyReply) =>
  withQuestion(deps, request, reply, async ({ question, hotspot, query, show }) => {
    const message = (query.message ?? '').trim();
    const stars = question.kind === 'review' && /^[1-5]$/.test(query.stars ?? '') ? Number(query.stars) : null;
    if (question.kind === 'review' ? stars === null : message === '') {
      reply.code(422);
      const problem = question.kind === 'review' ? 'feedback_stars_needed' : 'feedback_message_needed';
      return show({ page: 'question', kind: question.kind, hotspot, stars, message, maxLength: MAX_MESSAGE, problem });
    }
    const settings = await settingsForFeedback(deps.db, question.hotspot_id, deps.config.zone);
    const isShownSites = await answer(deps.db, question, { stars, message }, { now: deps.clock(), settings });
    return show({ page: 'thanks', sites: isShownSites ? settings.reviewSites : [] });
  });

/** The review sites, if the guest has given more stars than the hotspot's threshold. */
async function sitesFor({ db, config }: PortalDeps, { hotspot_id, stars }: SentQuestion): Promise<readonly string[]> {
  const settings = await settingsForFeedback(db, hotspot_id, config.zone);
  return (stars ?? 0) > settings.threshold ? settings.reviewSites : [];
}

export const showStop = (deps: PortalDeps, request: FastifyRequest, reply: FastifyReply) =>
  withQuestion(deps, request, reply, ({ hotspot, show }) => show({ page: 'stop', hotspot, isDone: false }, '/stop'));

/** Ends questions, by the page's button or by one click in the mail program (RFC 8058). */
export const stopQuestions = (deps: PortalDeps, request: FastifyRequest, reply: FastifyReply) =>
  withQuestion(deps, request, reply, async ({ question, hotspot, show }) => {
    await refuseFurther(deps.db, question, deps.clock());
    return show({ page: 'stop', hotspot, isDone: true }, '/stop');
  });

export const sendQuestionPicture = async (deps: PortalDeps, request: FastifyRequest, reply: FastifyReply) => {
  const question = await findQuestion(deps.db, (request.params as { token: string }).token);
  return sendPictureOf(deps, question?.hotspot_id ?? null, request, reply);
};
