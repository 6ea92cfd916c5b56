/** Generates the configuration of a FreeRADIUS 3 in front of Portico: a module and a virtual server. */
import type { Db } from '../database/db';
import { unitsWithFixedAddress } from '../units/identityQueries';

/** A unit with a fixed address: a FreeRADIUS client with its own secret. */
export interface FreeradiusClient {
  uuid: string;
  address: string;
  secret: string;
  mayBeUnsigned: boolean;
}

interface Options {
  /** URL at which FreeRADIUS reaches Portico, without a trailing slash. */
  url: string;
  token: string;
  clients: readonly FreeradiusClient[];
}

/** Secrets that need no quoting in the configuration. Others have to be entered by hand. */
const PLAIN = /^[\w.~+/=-]+$/;

/** Units with a secret and a fixed address that no other unit proved first. */
export async function listClients(db: Db): Promise<FreeradiusClient[]> {
  const found = await unitsWithFixedAddress(db);
  return found.map(({ uuid, address, secret, may_be_unsigned: mayBeUnsigned }) => ({ uuid, address, secret, mayBeUnsigned }));
}

/** File contents by path relative to FreeRADIUS' configuration folder. */
export function freeradiusConfig(options: Options): Record<string, string> {
  return { 'mods-enabled/portico': moduleOf(options), 'sites-enabled/portico': siteOf(options) };
}

function moduleOf({ url }: Options): string {
  const conditions =
    'src=%{Packet-Src-IP-Address}%{Packet-Src-IPv6-Address}&client=%{client:shortname}&authenticator=%{Packet-Authentication-Vector}';
  return `# Made by "portico freeradius-config". Put it into mods-enabled.
rest portico {
    connect_uri = "${url}/radius"
    connect_timeout = 2.0
    authorize {
        uri = "\${..connect_uri}/authorize?${conditions}"
        method = 'post'
        body = 'json'
        raw_value = yes
        timeout = 3.0
    }
    accounting {
        uri = "\${..connect_uri}/accounting?${conditions}"
        method = 'post'
        body = 'json'
        raw_value = yes
        timeout = 3.0
    }
${poolOf(32, 8)}
}

# Status-Server: units that check whether their server works get an answer only while Portico works.
rest portico_health {
    connect_uri = "${url}"
    connect_timeout = 2.0
${['authorize', 'accounting'].map(healthCheckIn).join('\n')}
${poolOf(4, 1)}
}

always portico_silence {
    rcode = handled
}
`;
}

const healthCheckIn = (section: string) => `    ${section} {
        uri = "\${..connect_uri}/health/ready"
        method = 'get'
        timeout = 3.0
    }`;

const poolOf = (max: number, spare: number) => `    # Without connections at the start FreeRADIUS starts even while Portico is away.
    pool {
        start = 0
        min = 0
        max = ${max}
        spare = ${spare}
        retry_delay = 1
        idle_timeout = 60
    }`;

/** Return codes of rlm_rest for anything but a valid answer. When Portico refuses a guest, that is a valid answer. */
const IN_VAIN = ['fail', 'invalid', 'notfound', 'reject', 'userlock'];

/** Answers Status-Server, on both ports with Message-Authenticator. */
const statusIn = (type: 'Autz-Type' | 'Acct-Type') => `        ${type} Status-Server {
            update reply {
                &Message-Authenticator := 0x00
            }
            portico_health {
                ${IN_VAIN.map((code) => `${code} = 1`).join('\n                ')}
            }
            if (${IN_VAIN.join(' || ')}) {
                portico_silence
            }
        }`;

/**
 * FreeRADIUS computes Message-Authenticator for a reply that contains it, and sends attributes in the order in which they were added. So it
 * is added before all others, to be first, also in an Access-Reject. By itself FreeRADIUS 3.2.1 adds it only to answers to EAP.
 */
function siteOf({ token, clients }: Options): string {
  const header = `        update control {
            &REST-HTTP-Header += "Authorization: Bearer ${token}"
        }`;
  return `# Made by "portico freeradius-config". Put it into sites-enabled, in place of "default". It holds secrets: let only FreeRADIUS read it.
clients portico {
${clientsIn(clients)}    # Units without a fixed address share a client. Any of them can pretend to be another one that shares it.
    #client elsewhere {
    #    ipaddr = 192.0.2.0/24
    #    secret = CHANGE-ME
    #    require_message_authenticator = yes
    #}
}

server portico {
    listen {
        type = auth
        ipaddr = *
        port = 1812
        clients = portico
    }
    listen {
        type = acct
        ipaddr = *
        port = 1813
        clients = portico
    }
    authorize {
        # Signs every Access-Accept and Access-Reject, before all other attributes.
        update reply {
            &Message-Authenticator := 0x00
        }
${header}
        portico {
            ${IN_VAIN.map((code) => `${code} = 1`).join('\n            ')}
        }
        # Portico is away, doesn't know the unit or refuses the token: no answer, so that the unit asks its second server.
        if (${IN_VAIN.join(' || ')}) {
            update control {
                &Response-Packet-Type := Do-Not-Respond
            }
            portico_silence
        }
${statusIn('Autz-Type')}
    }
    authenticate {
    }
    accounting {
${header}
        portico
${statusIn('Acct-Type')}
    }
}
`;
}

/** FreeRADIUS allows one secret per address and refuses to start with two. */
function clientsIn(clients: readonly FreeradiusClient[]): string {
  const addresses = [...new Set(clients.map(({ address }) => address))];
  const written = addresses.map((address) => {
    const [only, ...others] = clients.filter((client) => client.address === address);
    if (only && others.length === 0) return clientOf(only);
    return `    # ${address} is left out: ${others.length + 1} units share it. Enter a client for all of them by hand.\n`;
  });
  return written.join('');
}

function clientOf({ uuid, address, secret, mayBeUnsigned }: FreeradiusClient): string {
  if (!PLAIN.test(secret))
    return `    # ${uuid} (${address}) is left out: its secret has characters that need quoting. Enter it by hand.\n`;
  return `    client ${uuid} {
        ipaddr = ${address}
        secret = ${secret}
        shortname = ${uuid}
        require_message_authenticator = ${mayBeUnsigned ? 'no' : 'yes'}
    }
`;
}
