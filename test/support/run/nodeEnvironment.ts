import { TestEnvironment } from 'jest-environment-node';
import { FileTimes } from './fileTimes';

/** Node, and a note of where the time of each file went (`npm run test:times`). */
export default class NodeEnvironment extends TestEnvironment {
  private readonly times = new FileTimes();
  private readonly ends: () => void;

  constructor(...[config, context]: ConstructorParameters<typeof TestEnvironment>) {
    super(config, context);
    this.ends = () => this.times.write(config.projectConfig.displayName?.name ?? '', context.testPath);
  }

  override async teardown() {
    this.ends();
    await super.teardown();
  }

  handleTestEvent(event: { name: string }) {
    this.times.onEvent(event.name);
  }
}
