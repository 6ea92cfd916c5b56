/** Tests against the examples in the RFCs, whose secret is `xyzzy5461`. */
import { describe, expect, test } from '@jest/globals';
import { attribute, CODE, decodePacket, encodePacket, valueOf, valuesOf, type ReceivedPacket } from '../../../src/server/radius/codec';
import { md4, msChapError, msChapResponse, msChapSuccess } from '../../../src/server/radius/msChap';
import { chapResponse, hiddenPassword, isChapResponse, revealedPassword } from '../../../src/server/radius/passwords';
import { answerProof, encodeAnswer, encodeRequest, requestProof } from '../../../src/server/radius/proofs';

const SECRET = 'xyzzy5461';
const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex');

function decoded(bytes: Uint8Array): ReceivedPacket {
  const found = decodePacket(bytes);
  if (typeof found === 'string') throw new Error(`not a packet: ${found}`);
  return found;
}

/** The packet with one byte flipped. */
function damaged(bytes: Buffer, at: number): ReceivedPacket {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return decoded(copy);
}

describe('the example of a login with a password in RFC 2865 §7.1', () => {
  const request = decoded(
    hex(`01 00 00 38 0f 40 3f 94 73 97 80 57 bd 83 d5 cb 98 f4 22 7a 01 06 6e 65 6d 6f 02 12 0d be 70 8d
         93 d4 13 ce 31 96 e4 3f 78 2a 0a ee 04 06 c0 a8 01 10 05 06 00 00 00 03`),
  );
  const answer = hex(`02 00 00 26 86 fe 22 0e 76 24 ba 2a 10 05 f6 bf 9b 55 e0 b2 06 06 00 00 00 01 0f 06 00 00 00 00 0e 06 c0 a8 01 03`);

  test('is read as described', () => {
    expect(valueOf(request, 'User-Name')).toBe('nemo');
    expect(valueOf(request, 'NAS-IP-Address')).toBe('192.168.1.16');
    expect(valueOf(request, 'NAS-Port')).toBe(3);
  });

  test('hides the password as we do', () => {
    const hidden = valueOf(request, 'User-Password') ?? Buffer.alloc(0);
    expect(revealedPassword(hidden, request.authenticator, SECRET)).toBe('arctangent');
    expect(hiddenPassword('arctangent', request.authenticator, SECRET)).toEqual(hidden);
  });

  test('proves its answer and no other', () => {
    expect(answerProof(decoded(answer), request.authenticator, SECRET)).toBe('proven');
    expect(answerProof(damaged(answer, 25), request.authenticator, SECRET)).toBe('wrong');
    expect(answerProof(decoded(answer), request.authenticator, 'another')).toBe('wrong');
  });
});

test('the example of a login with CHAP in RFC 2865 §7.2 has the request authenticator as challenge', () => {
  const request = decoded(
    hex(`01 01 00 47 2a ee 86 f0 8d 0d 55 96 9c a5 97 8e 0d 33 67 a2 01 08 66 6c 6f 70 73 79 03 13 16 e9
         75 57 c3 16 18 58 95 f2 93 ff 63 44 07 72 75 04 06 c0 a8 01 10 05 06 00 00 00 14 06 06 00 00 00
         02 07 06 00 00 00 01`),
  );
  const response = valueOf(request, 'CHAP-Password') ?? Buffer.alloc(0);
  expect(isChapResponse(response, request.authenticator, 'arctangent')).toBe(true);
  expect(isChapResponse(response, request.authenticator, 'arctangents')).toBe(false);
  expect(isChapResponse(response.subarray(1), request.authenticator, 'arctangent')).toBe(false);
  expect(chapResponse(0x16, request.authenticator, 'arctangent')).toEqual(response);
});

describe('the example of Status-Server in RFC 5997 §6', () => {
  const toAuthentication = hex(
    '0c da 00 26 8a 54 f4 68 6f b3 94 c5 28 66 e3 02 18 5d 06 23 50 12 5a 66 5e 2e 1e 84 11 f3 e2 43 82 20 97 c8 4f a3',
  );
  const accept = hex('02 da 00 14 ef 0d 55 2a 4b f2 d6 93 ec 2b 6f e8 b5 41 1d 66');
  const toAccounting = hex(
    '0c b3 00 26 92 5f 6b 66 dd 5f ed 57 1f cb 1d b7 ad 38 82 60 50 12 e8 d6 ea bd a9 10 87 5c d9 1f da de 26 36 78 58',
  );
  const response = hex('05 b3 00 14 0f 6f 92 14 5f 10 7e 2f 50 4e 86 0a 48 60 66 9c');

  test('is proven by its Message-Authenticator', () => {
    for (const bytes of [toAuthentication, toAccounting]) {
      expect(requestProof(decoded(bytes), SECRET)).toBe('proven');
      expect(requestProof(damaged(bytes, 30), SECRET)).toBe('wrong');
      expect(requestProof(decoded(bytes), 'another')).toBe('wrong');
    }
  });

  test('is answered as described', () => {
    expect(answerProof(decoded(accept), decoded(toAuthentication).authenticator, SECRET)).toBe('proven');
    expect(answerProof(decoded(response), decoded(toAccounting).authenticator, SECRET)).toBe('proven');
  });

  test('is not proven without a Message-Authenticator, even for a unit that may omit it', () => {
    const bare = decoded(encodePacket({ code: CODE.statusServer, id: 1, authenticator: Buffer.alloc(16, 3), attributes: [] }));
    expect(requestProof(bare, SECRET, { isUnsignedAllowed: true })).toBe('not signed');
  });
});

test('the example of MS-CHAPv2 in RFC 2759 §9.2 matches', () => {
  const challenge = hex('5B 5D 7C 7D 7B 3F 2F 3E 3C 2C 60 21 32 26 26 28');
  const peerChallenge = hex('21 40 23 24 25 5E 26 2A 28 29 5F 2B 3A 33 7C 7E');
  const response = msChapResponse({ id: 9, peerChallenge }, challenge, 'User', 'clientPass');
  expect(response.subarray(26)).toEqual(hex('82 30 9E CD 8D 70 8B 5E A0 8F AA 39 81 CD 83 54 42 33 11 4A 3D 85 D6 DF'));

  const success = msChapSuccess(response, challenge, 'User', 'clientPass');
  expect(success).toEqual(Buffer.concat([Buffer.of(9), Buffer.from('S=407A5589115FD0D6209F510FE9C04566932CDA56')]));
  expect(msChapSuccess(response, challenge, 'HOTEL\\User', 'clientPass')).toEqual(success);
  expect(msChapSuccess(response, challenge, 'User', 'clientpass')).toBeNull();
  expect(msChapSuccess(response, challenge, 'user', 'clientPass')).toBeNull();
  expect(msChapSuccess(response.subarray(1), challenge, 'User', 'clientPass')).toBeNull();
  expect(msChapSuccess(response, challenge.subarray(1), 'User', 'clientPass')).toBeNull();
  expect(msChapError(response, 'no').toString('latin1')).toBe('\tE=691 R=0 V=3 M=no');
});

test.each([
  ['', '31d6cfe0d16ae931b73c59d7e0c089c0'],
  ['a', 'bde52cb31de33e46245e05fbdbd6fb24'],
  ['abc', 'a448017aaf21d8525fc10ae87aa6729d'],
  ['message digest', 'd9130a8164549fe818874806e1c7014b'],
  ['12345678901234567890123456789012345678901234567890123456789012345678901234567890', 'e33b4ddc9c38f2199c3e7b164fcc0536'],
])('the MD4 of "%s" matches RFC 1320', (text, digest) => expect(md4(Buffer.from(text)).toString('hex')).toBe(digest));

describe('a hidden password', () => {
  const authenticator = Buffer.alloc(16, 5);

  test.each([0, 1, 15, 16, 17, 127, 128])('is revealed unchanged with %d bytes', (length) => {
    const password = 'x'.repeat(length);
    const hidden = hiddenPassword(password, authenticator, SECRET) ?? Buffer.alloc(0);
    expect(hidden.length % 16).toBe(0);
    expect(revealedPassword(hidden, authenticator, SECRET)).toBe(password);
    if (length > 0) expect(revealedPassword(hidden, authenticator, 'another')).not.toBe(password);
  });

  test('cannot have more than 128 bytes', () => expect(hiddenPassword('x'.repeat(129), authenticator, SECRET)).toBeNull());

  test.each([0, 15, 17, 144])('cannot have %d bytes', (length) => {
    expect(revealedPassword(Buffer.alloc(length), authenticator, SECRET)).toBeNull();
  });
});

describe('a login request', () => {
  const attributes = [attribute('User-Name', 'anna')];
  const signed = decoded(encodeRequest({ code: CODE.accessRequest, id: 1, attributes }, SECRET).bytes);
  const unsigned = decoded(encodePacket({ code: CODE.accessRequest, id: 1, authenticator: Buffer.alloc(16, 9), attributes }));

  test('is proven with a Message-Authenticator', () => {
    expect(requestProof(signed, SECRET)).toBe('proven');
    expect(requestProof(signed, 'another')).toBe('wrong');
    for (let at = 0; at < signed.bytes.length; at += 1) {
      const changed = Buffer.from(signed.bytes);
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      const found = decodePacket(changed);
      // With another code the packet may need another proof, which must not match either.
      if (typeof found !== 'string') expect(requestProof(found, SECRET)).not.toBe('proven');
    }
  });

  test('is not proven without one, unless the unit may omit it', () => {
    expect(requestProof(unsigned, SECRET)).toBe('not signed');
    expect(requestProof(unsigned, SECRET, { isUnsignedAllowed: true })).toBe('proven');
  });

  test('is never proven without one but with a Proxy-State', () => {
    const proxied = { ...unsigned, attributes: [...unsigned.attributes, attribute('Proxy-State', Buffer.of(1))] };
    expect(requestProof(decoded(encodePacket(proxied)), SECRET, { isUnsignedAllowed: true })).toBe('not signed');
  });

  test('is never proven with a wrong one, even if the unit may omit it', () => {
    const { value } = attribute('Message-Authenticator', Buffer.alloc(16, 1));
    for (const forged of [value, value.subarray(1)]) {
      const bytes = encodePacket({ ...unsigned, attributes: [{ vendor: 0, type: 80, value: forged }, ...attributes] });
      expect(requestProof(decoded(bytes), SECRET, { isUnsignedAllowed: true })).toBe('wrong');
    }
  });

  test('is never proven with two of them', () => {
    const [first] = signed.attributes;
    if (!first) throw new Error('it is signed');
    expect(requestProof(decoded(encodePacket({ ...signed, attributes: [first, ...signed.attributes] })), SECRET)).toBe('wrong');
  });
});

describe.each(['accountingRequest', 'disconnectRequest', 'coaRequest'] as const)('a request of type %s', (kind) => {
  const { bytes } = encodeRequest({ code: CODE[kind], id: 1, attributes: [attribute('Acct-Session-Id', 's1')] }, SECRET);

  test('is proven by its authenticator', () => {
    expect(requestProof(decoded(bytes), SECRET)).toBe('proven');
    expect(requestProof(decoded(bytes), 'another')).toBe('wrong');
    expect(requestProof(damaged(bytes, bytes.length - 1), SECRET)).toBe('wrong');
  });

  test('is not proven by a signature alone', () => {
    const random = encodePacket({ ...decoded(bytes), authenticator: Buffer.alloc(16, 9) });
    expect(requestProof(decoded(random), SECRET)).toBe('wrong');
  });
});

describe('an answer by RADIUS', () => {
  const states = [Buffer.from('outer'), Buffer.alloc(0), Buffer.from('inner')];
  const login = decoded(
    encodeRequest({ code: CODE.accessRequest, id: 200, attributes: states.map((state) => attribute('Proxy-State', state)) }, SECRET).bytes,
  );

  test.each(['accessAccept', 'accessReject', 'accessChallenge'] as const)(
    'has its signature first and repeats Proxy-State for %s',
    (kind) => {
      const answer = decoded(encodeAnswer(login, CODE[kind], [attribute('Session-Timeout', 60)], SECRET));
      expect(answer.id).toBe(200);
      expect(answer.attributes[0]).toMatchObject({ vendor: 0, type: 80 });
      expect(valuesOf(answer, 'Proxy-State')).toEqual(states);
      expect(valueOf(answer, 'Session-Timeout')).toBe(60);
      expect(answerProof(answer, login.authenticator, SECRET)).toBe('proven');
      expect(answerProof(answer, Buffer.alloc(16), SECRET)).toBe('wrong');
      for (let at = 0; at < answer.bytes.length; at += 1) {
        const changed = Buffer.from(answer.bytes);
        changed[at] = (changed[at] ?? 0) ^ 0x10;
        const found = decodePacket(changed);
        if (typeof found !== 'string') expect(answerProof(found, login.authenticator, SECRET)).toBe('wrong');
      }
    },
  );

  test('has only an authenticator for accounting', () => {
    const report = decoded(encodeRequest({ code: CODE.accountingRequest, id: 3, attributes: [] }, SECRET).bytes);
    const answer = decoded(encodeAnswer(report, CODE.accountingResponse, [], SECRET));
    expect(answer.attributes).toEqual([]);
    expect(answerProof(answer, report.authenticator, SECRET)).toBe('proven');
  });

  test('is signed for Status-Server on the accounting port', () => {
    const status = decoded(encodeRequest({ code: CODE.statusServer, id: 3, attributes: [] }, SECRET).bytes);
    const answer = decoded(encodeAnswer(status, CODE.accountingResponse, [], SECRET));
    expect(valuesOf(answer, 'Message-Authenticator')).toHaveLength(1);
    expect(answerProof(answer, status.authenticator, SECRET)).toBe('proven');
  });
});

test('a password is hidden with the authenticator of its own request', () => {
  const { bytes, authenticator } = encodeRequest({ code: CODE.accessRequest, id: 1, attributes: [] }, SECRET, (random) => [
    attribute('User-Password', hiddenPassword('pw', random, SECRET) ?? Buffer.alloc(0)),
  ]);
  const found = decoded(bytes);
  expect(found.authenticator).toEqual(authenticator);
  expect(revealedPassword(valueOf(found, 'User-Password') ?? Buffer.alloc(0), authenticator, SECRET)).toBe('pw');
});
