/** What a recorded exchange waits for that our server does not answer as recorded. */
interface Waiting {
  exchanges: number;
  because: string;
}

/** The call itself is not built. */
const unbuilt = (exchanges: number): Waiting => ({ exchanges, because: 'the call is not built' });

/**
 * The recorded exchanges that are not answered yet, by endpoint. The list may only shrink: test/contract/recorded.test.ts fails
 * when an endpoint fails more often than it says, and when it fails less often.
 */
export const NOT_YET: Record<string, Waiting> = {
  'DELETE /api/users/:id': unbuilt(2),
  'GET /api/histories': unbuilt(20),
  'GET /api/histories/:id': unbuilt(5),
  'GET /api/users/:id': unbuilt(6),
  'GET /api/users?csv': unbuilt(4),
  'GET /api/users_expired': unbuilt(10),
  'PUT /api/users/:id': unbuilt(2),
};
