/** antd's style engine without its style sheets: nothing here reads them, and making them took a fifth of the component tests' time. */
// Not a dependency of ours: antd brings it.
const engine = require('../../../node_modules/@ant-design/cssinjs/lib/index.js');

const nothing = () => undefined;
module.exports = { ...engine, useStyleRegister: nothing, useCSSVarRegister: nothing };
