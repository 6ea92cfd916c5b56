/** Our codec with other peers: we read their requests and they read our answers, and the other way round. */
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import {
  attribute,
  CODE,
  decodePacket,
  textAttributes,
  valueOf,
  valuesOf,
  type Attribute,
  type ReceivedPacket,
} from '../../../src/server/radius/codec';
import { ACCT_STATUS } from '../../../src/server/radius/dictionary';
import { msChapResponse, msChapSuccess } from '../../../src/server/radius/msChap';
import { chapResponse, hiddenPassword, isChapResponse, revealedPassword } from '../../../src/server/radius/passwords';
import { answerProof, encodeAnswer, encodeRequest, requestProof } from '../../../src/server/radius/proofs';
import {
  answering,
  exchanged,
  radclient,
  RADIUS_SECRET as SECRET,
  startFreeradius,
  type Freeradius,
} from '../../support/radius/freeradius';
import { needing } from '../../support/run/needing';

const test = needing('PORTICO_TEST_FREERADIUS');

/** Reads what radclient sends, and answers with `code` and `attributes`. */
async function ourAnswerTo(
  kind: Parameters<typeof radclient>[0],
  sent: readonly string[],
  { code, attributes = [], secret = SECRET }: { code: number; attributes?: Attribute[]; secret?: string },
) {
  const received: ReceivedPacket[] = [];
  const peer = await answering((datagram) => {
    const packet = decodePacket(datagram);
    if (typeof packet === 'string') throw new Error(packet);
    received.push(packet);
    return encodeAnswer(packet, code, attributes, secret);
  });
  try {
    const run = await radclient(kind, peer.port, sent, { seconds: 1 });
    const [packet] = received;
    if (!packet) throw new Error(`nothing was sent: ${run.output}`);
    return { packet, run };
  } finally {
    peer.close();
  }
}

describe('radclient', () => {
  test('sends a login with a password that we read, and accepts our answer', async () => {
    const { packet, run } = await ourAnswerTo(
      'auth',
      [
        'User-Name = "ok"',
        'User-Password = "pässword of more than 16"',
        'Calling-Station-Id = "AA-BB-CC-DD-EE-FF"',
        'Proxy-State = 0x0102',
        'Message-Authenticator = 0x00',
      ],
      {
        code: CODE.accessAccept,
        attributes: [
          attribute('Session-Timeout', 3600),
          attribute('Mikrotik-Rate-Limit', '512k/2M'),
          attribute('WISPr-Bandwidth-Max-Down', 2_000_000),
        ],
      },
    );
    expect(requestProof(packet, SECRET)).toBe('proven');
    expect(valueOf(packet, 'Calling-Station-Id')).toBe('AA-BB-CC-DD-EE-FF');
    const hidden = valueOf(packet, 'User-Password') ?? Buffer.alloc(0);
    expect(revealedPassword(hidden, packet.authenticator, SECRET)).toBe('pässword of more than 16');
    expect(run.isGood).toBe(true);
    expect(run.output).toContain('Received Access-Accept');
    expect(run.output).toContain('Session-Timeout = 3600');
    expect(run.output).toContain('Mikrotik-Rate-Limit = "512k/2M"');
    expect(run.output).toContain('WISPr-Bandwidth-Max-Down = 2000000');
    expect(run.output).toContain('Proxy-State = 0x0102');
  });

  test('sends a login with CHAP that we read', async () => {
    const { packet } = await ourAnswerTo('auth', ['User-Name = "ok"', 'CHAP-Password = "secret"', 'Message-Authenticator = 0x00'], {
      code: CODE.accessAccept,
    });
    const response = valueOf(packet, 'CHAP-Password') ?? Buffer.alloc(0);
    const challenge = valueOf(packet, 'CHAP-Challenge') ?? packet.authenticator;
    expect(isChapResponse(response, challenge, 'secret')).toBe(true);
    expect(isChapResponse(response, challenge, 'Secret')).toBe(false);
  });

  test('accepts a refusal with a message of any length', async () => {
    const message = 'Il tempo di oggi è finito. '.repeat(20);
    const { run } = await ourAnswerTo('auth', ['User-Name = "ok"', 'User-Password = "pw"', 'Message-Authenticator = 0x00'], {
      code: CODE.accessReject,
      attributes: textAttributes('Reply-Message', message),
    });
    expect(run.output).toContain('Received Access-Reject');
    expect(run.output.match(/Reply-Message/g)).toHaveLength(3);
  });

  test('rejects an answer under another secret', async () => {
    const { run } = await ourAnswerTo('auth', ['User-Name = "ok"', 'Message-Authenticator = 0x00'], {
      code: CODE.accessAccept,
      secret: 'another',
    });
    expect(run.isGood).toBe(false);
    expect(run.output).not.toContain('Received Access-Accept');
  });

  test('sends a login without Message-Authenticator, which is not proven', async () => {
    const { packet } = await ourAnswerTo('auth', ['User-Name = "ok"', 'User-Password = "pw"'], { code: CODE.accessReject });
    expect(requestProof(packet, SECRET)).toBe('not signed');
  });

  test('sends accounting that we read, and accepts our answer', async () => {
    const { packet, run } = await ourAnswerTo(
      'acct',
      [
        'User-Name = "ok"',
        'Acct-Status-Type = Interim-Update',
        'Acct-Session-Id = "s1"',
        'Acct-Session-Time = 300',
        'Acct-Input-Octets = 4294967295',
        'Acct-Input-Gigawords = 2',
        'Event-Timestamp = "Nov 22 2026 10:00:00 UTC"',
      ],
      { code: CODE.accountingResponse },
    );
    expect(requestProof(packet, SECRET)).toBe('proven');
    expect(requestProof(packet, 'another')).toBe('wrong');
    expect(valueOf(packet, 'Acct-Status-Type')).toBe(ACCT_STATUS.interim);
    expect(valueOf(packet, 'Acct-Input-Octets')).toBe(4_294_967_295);
    expect(valueOf(packet, 'Acct-Input-Gigawords')).toBe(2);
    expect(valueOf(packet, 'Event-Timestamp')).toEqual(new Date('2026-11-22T10:00:00Z'));
    expect(run.isGood).toBe(true);
  });

  test('sends Status-Server that we read, and accepts our answer', async () => {
    const { packet, run } = await ourAnswerTo('status', ['Message-Authenticator = 0x00'], { code: CODE.accessAccept });
    expect(packet.code).toBe(CODE.statusServer);
    expect(requestProof(packet, SECRET)).toBe('proven');
    expect(run.isGood).toBe(true);
  });

  test.each([
    ['disconnect', CODE.disconnectRequest, CODE.disconnectNak, 'Disconnect-NAK'],
    ['coa', CODE.coaRequest, CODE.coaNak, 'CoA-NAK'],
  ] as const)('sends a %s request that we read, and accepts our refusal with its cause', async (kind, request, nak, cause) => {
    const { packet, run } = await ourAnswerTo(kind, ['User-Name = "ok"', 'Acct-Session-Id = "s1"'], {
      code: nak,
      attributes: [attribute('Error-Cause', 503)],
    });
    expect(packet.code).toBe(request);
    expect(requestProof(packet, SECRET)).toBe('proven');
    expect(run.output).toContain(`Received ${cause}`);
    expect(run.output).toContain('Error-Cause = Session-Context-Not-Found');
  });
});

describe('FreeRADIUS', () => {
  let server: Freeradius | undefined;
  const ports = () => {
    if (!server) throw new Error('FreeRADIUS runs only in tests');
    return server.ports;
  };
  beforeAll(async () => {
    server = await startFreeradius();
  });
  afterAll(() => server?.stop());

  async function answerOf(port: number, { bytes, authenticator }: ReturnType<typeof encodeRequest>): Promise<ReceivedPacket> {
    const answer = decodePacket(await exchanged(bytes, port));
    if (typeof answer === 'string') throw new Error(answer);
    expect(answerProof(answer, authenticator, SECRET)).toBe('proven');
    return answer;
  }
  const login = (attributes: Attribute[], hidden?: (authenticator: Buffer) => Attribute[]) =>
    answerOf(
      ports().auth,
      encodeRequest({ code: CODE.accessRequest, id: 1, attributes: [attribute('User-Name', 'User'), ...attributes] }, SECRET, hidden),
    );

  test.each([
    ['right', 'clientPass', CODE.accessAccept],
    ['wrong', 'clientpass', CODE.accessReject],
  ])('accepts our login with a %s password accordingly', async (_, password, code) => {
    const answer = await login([], (authenticator) => [
      attribute('User-Password', hiddenPassword(password, authenticator, SECRET) ?? Buffer.alloc(0)),
    ]);
    expect(answer.code).toBe(code);
  });

  test('sends an answer that we read', async () => {
    const challenge = Buffer.alloc(16, 7);
    const answer = await login([
      attribute('CHAP-Challenge', challenge),
      attribute('CHAP-Password', chapResponse(1, challenge, 'clientPass')),
    ]);
    expect(valueOf(answer, 'Session-Timeout')).toBe(3600);
    expect(valueOf(answer, 'Mikrotik-Rate-Limit')).toBe('1M/4M');
  });

  test('accepts our login with CHAP', async () => {
    const challenge = Buffer.from('0123456789abcdef');
    const chap = (password: string) => [
      attribute('CHAP-Challenge', challenge),
      attribute('CHAP-Password', chapResponse(7, challenge, password)),
    ];
    expect((await login(chap('clientPass'))).code).toBe(CODE.accessAccept);
    expect((await login(chap('wrong'))).code).toBe(CODE.accessReject);
  });

  test('accepts our login with MS-CHAPv2, and proves itself as we would', async () => {
    const challenge = Buffer.from('0123456789abcdef');
    const response = msChapResponse({ id: 4, peerChallenge: Buffer.from('fedcba9876543210') }, challenge, 'User', 'clientPass');
    const answer = await login([attribute('MS-CHAP-Challenge', challenge), attribute('MS-CHAP2-Response', response)]);
    expect(answer.code).toBe(CODE.accessAccept);
    expect(valueOf(answer, 'MS-CHAP2-Success')).toEqual(msChapSuccess(response, challenge, 'User', 'clientPass'));
  });

  test('answers our Status-Server', async () => {
    const answer = await answerOf(ports().auth, encodeRequest({ code: CODE.statusServer, id: 2, attributes: [] }, SECRET));
    expect(answer.code).toBe(CODE.accessAccept);
  });

  test('accepts our accounting', async () => {
    const attributes = [
      attribute('Acct-Status-Type', ACCT_STATUS.start),
      attribute('Acct-Session-Id', 's1'),
      attribute('NAS-Identifier', 'here'),
    ];
    const answer = await answerOf(ports().acct, encodeRequest({ code: CODE.accountingRequest, id: 3, attributes }, SECRET));
    expect(answer.code).toBe(CODE.accountingResponse);
    expect(valuesOf(answer, 'Message-Authenticator')).toEqual([]);
  });

  test.each([
    ['disconnecting', CODE.disconnectRequest, CODE.disconnectAck],
    ['a change', CODE.coaRequest, CODE.coaAck],
  ])('accepts our request for %s', async (_, code, ack) => {
    const attributes = [attribute('User-Name', 'User'), attribute('Acct-Session-Id', 's1'), attribute('Event-Timestamp', new Date())];
    const answer = await answerOf(ports().coa, encodeRequest({ code, id: 4, attributes }, SECRET));
    expect(answer.code).toBe(ack);
  });
});
