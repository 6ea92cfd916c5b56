import { TestEnvironment } from 'jest-environment-node';

/**
 * Node, for tests that talk to something outside. `testEnvironmentOptions: { needs: 'NAME' }` names the environment variable by which
 * global set-up tells where it is, or several; without it the tests are reported as skipped. Their hooks do not run, but their modules
 * are loaded: what talks to the outside belongs into hooks and tests.
 */
export default class NodeEnvironment extends TestEnvironment {
  private readonly isMissing: boolean;

  constructor(...[config, context]: ConstructorParameters<typeof TestEnvironment>) {
    super(config, context);
    const { needs } = config.projectConfig.testEnvironmentOptions;
    this.isMissing = [needs].flat().some((name) => typeof name === 'string' && process.env[name] === undefined);
  }

  handleTestEvent(event: { name: string }, state: { rootDescribeBlock: Block }) {
    if (event.name === 'run_start' && this.isMissing) skip(state.rootDescribeBlock);
  }
}

/** What is needed of jest-circus' own types. */
interface Block {
  type: 'describeBlock';
  mode?: string;
  children: (Block | { type: 'test'; mode?: string })[];
}

function skip(block: Block) {
  block.mode = 'skip';
  for (const child of block.children) {
    if (child.type === 'describeBlock') skip(child);
    else child.mode = 'skip';
  }
}
