/** Names each failed test as soon as it has failed: jest itself prints nothing of a file before all of it has run. */
export default class FailuresAtOnce {
  /**
   * @param {{ path: string }} test
   * @param {{ status: string, ancestorTitles: string[], title: string }} result
   */
  onTestCaseResult(test, result) {
    if (result.status === 'failed') process.stderr.write(`FAILED ${[...result.ancestorTitles, result.title].join(' › ')} (${test.path})\n`);
  }
}
