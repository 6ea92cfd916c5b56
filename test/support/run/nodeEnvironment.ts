import { TestEnvironment } from 'jest-environment-node';
import { FileTimes } from './fileTimes';

/**
 * Node environment for tests that need something external. `testEnvironmentOptions: { needs: 'NAME' }` names one or more environment
 * variables in which the global setup says where it is; if one is unset, the tests are reported as skipped. Hooks don't run then, but
 * modules are still loaded, so use the external thing only in hooks and tests. A file's own `needs` are in addition to those of its project
 * (`projectNeeds`).
 */
export default class NodeEnvironment extends TestEnvironment {
  private readonly isMissing: boolean;
  private readonly times = new FileTimes();
  private readonly ends: () => void;

  constructor(...[config, context]: ConstructorParameters<typeof TestEnvironment>) {
    super(config, context);
    const { needs, projectNeeds } = config.projectConfig.testEnvironmentOptions;
    this.isMissing = [needs, projectNeeds].flat().some((name) => typeof name === 'string' && process.env[name] === undefined);
    this.ends = () => this.times.write(config.projectConfig.displayName?.name ?? '', context.testPath);
  }

  override async teardown() {
    this.ends();
    await super.teardown();
  }

  handleTestEvent(event: { name: string }, state: { rootDescribeBlock: Block }) {
    this.times.onEvent(event.name);
    if (event.name === 'run_start' && this.isMissing) skip(state.rootDescribeBlock);
  }
}

/** The part of jest-circus's types used here. */
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
