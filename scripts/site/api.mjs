/** Runs in the browser: lists the server's API calls from its OpenAPI description, each with an example. */
const calls = document.getElementById('calls');
const filter = /** @type {HTMLInputElement | null} */ (document.getElementById('filter'));

if (calls && filter) void load(calls, filter);

/**
 * @param {HTMLElement} calls
 * @param {HTMLInputElement} filter
 */
async function load(calls, filter) {
  try {
    const answer = await fetch('../api/docs/json');
    if (!answer.ok) throw new Error(String(answer.status));
    const { paths } = await answer.json();
    const rows = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(/** @type {object} */ (methods)).map(([method, call]) => callOf(method.toUpperCase(), path, call)),
    );
    calls.replaceChildren(...rows);
    filter.addEventListener('input', () => {
      const words = filter.value.toLowerCase().split(/\s+/);
      for (const row of rows) row.hidden = !words.every((word) => (row.dataset.words ?? '').includes(word));
    });
  } catch {
    calls.replaceChildren(element('p', 'This page needs a running server: it reads the description at /api/docs/json.'));
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {any} call
 */
function callOf(method, path, call) {
  const row = element('details', '');
  row.dataset.words = `${method} ${path} ${call.summary ?? ''} ${call.description ?? ''}`.toLowerCase();
  const summary = element('summary', '');
  summary.append(element('strong', method), ' ', element('code', path));
  row.append(summary);
  const description = call.description ?? call.summary;
  if (description) row.append(element('p', description));
  const parameters = call.parameters ?? [];
  if (parameters.length > 0) row.append(fieldsOf(parameters.map(parameterRow)));
  const body = call.requestBody?.content?.['application/json']?.schema;
  if (body) {
    row.append(element('h2', 'Body'), fieldsOf(propertyRows(body)));
  }
  row.append(element('h2', 'Example'), scrollable(element('pre', curlOf(method, path, parameters, body))));
  for (const [status, { content }] of Object.entries(/** @type {Record<string, any>} */ (call.responses ?? {}))) {
    const schema = content?.['application/json']?.schema;
    row.append(element('h2', `Answer ${status}`));
    row.append(scrollable(element('pre', schema ? JSON.stringify(exampleOf(schema), undefined, 2) : 'nothing')));
  }
  return row;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {any[]} parameters
 * @param {any} body
 */
function curlOf(method, path, parameters, body) {
  const at = path.replace(/\{(\w+)\}/g, (_, name) =>
    String(exampleOf(parameters.find((one) => one.in === 'path' && one.name === name)?.schema ?? { type: 'integer' })),
  );
  const required = parameters.filter((one) => one.in === 'query' && one.required === true);
  const query = required.map(({ name, schema }) => `${name}=${encodeURIComponent(String(exampleOf(schema)))}`).join('&');
  const address = new URL(`..${at}${query === '' ? '' : `?${query}`}`, window.location.href);
  return [
    `curl -X ${method} '${address.href}'`,
    `-H "Token: $TOKEN"`,
    ...(body ? [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(exampleOf(body)).replaceAll("'", "'\\''")}'`] : []),
  ].join(' \\\n  ');
}

/** An example value that a schema accepts. */
export function exampleOf(/** @type {any} */ schema, depth = 0) {
  if (depth > 6 || schema === undefined) return null;
  if (schema.example !== undefined) return schema.example;
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice) return exampleOf(choice, depth + 1);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((/** @type {any} */ one) => exampleOf(one, depth + 1)));
  const type = Array.isArray(schema.type) ? schema.type.find((/** @type {string} */ one) => one !== 'null') : schema.type;
  if (type === 'object' || schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, one]) => [name, exampleOf(/** @type {any} */ (one), depth + 1)]),
    );
  }
  if (type === 'array') return [exampleOf(schema.items ?? {}, depth + 1)];
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? schema.exclusiveMinimum ?? 1, 1);
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  /** @type {Record<string, string>} */
  const formats = {
    'date-time': '2026-06-01T10:00:00.000Z',
    date: '2026-06-01',
    email: 'guest@example.com',
    uri: 'https://example.com',
    uuid: '7b3f4e0e-6a53-4b0e-9d6a-0a2f8a1c9d11',
  };
  return formats[schema.format] ?? 'text'.padEnd(schema.minLength ?? 0, '-');
}

/** @param {any} parameter */
const parameterRow = ({ name, in: location, required, schema, description }) => [
  name,
  location,
  `${typeOf(schema)}${required === true ? '' : ', optional'}`,
  description ?? '',
];

/** @param {any} schema */
const propertyRows = (schema) => {
  const one = schema.anyOf?.[0] ?? schema;
  return Object.entries(one.properties ?? {}).map(([name, of]) => [
    name,
    'body',
    `${typeOf(of)}${(one.required ?? []).includes(name) ? '' : ', optional'}`,
    /** @type {any} */ (of).description ?? '',
  ]);
};

/**
 * @param {any} schema
 * @returns {string}
 */
function typeOf(schema) {
  if (schema?.enum) return schema.enum.map((/** @type {unknown} */ one) => JSON.stringify(one)).join(' or ');
  if (schema?.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ');
  if (schema?.type === 'array') return `list of ${typeOf(schema.items)}`;
  const bounds = [
    ...(schema?.minimum !== undefined && Math.abs(schema.minimum) < Number.MAX_SAFE_INTEGER ? [`from ${String(schema.minimum)}`] : []),
    ...(schema?.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER ? [`to ${String(schema.maximum)}`] : []),
    ...(schema?.maxLength === undefined ? [] : [`up to ${String(schema.maxLength)} characters`]),
  ];
  return [schema?.format ?? schema?.type ?? 'anything', ...bounds].join(' ');
}

/** @param {string[][]} rows */
function fieldsOf(rows) {
  const table = element('table', '');
  table.append(
    ...[['Name', 'In', 'Value', 'Meaning'], ...rows].map((cells, index) => {
      const row = element('tr', '');
      row.append(...cells.map((cell) => element(index === 0 ? 'th' : 'td', cell)));
      return row;
    }),
  );
  const wide = element('div', '');
  wide.className = 'wide';
  wide.append(table);
  return scrollable(wide);
}

/** Lets the arrow keys scroll what is wider than the page. */
function scrollable(/** @type {HTMLElement} */ node) {
  node.tabIndex = 0;
  return node;
}

/**
 * @param {string} name
 * @param {string} text
 */
function element(name, text) {
  const node = document.createElement(name);
  node.textContent = text;
  return node;
}
