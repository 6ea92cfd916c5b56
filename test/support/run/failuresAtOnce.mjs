/** Prints the name of each failed test immediately; jest itself prints nothing about a file until all of its tests have run. */
export default class FailuresAtOnce {
  /**
   * @param {{ path: string }} test
   * @param {{ status: string, ancestorTitles: string[], title: string }} result
   */
  onTestCaseResult(test, result) {
    if (result.status === 'failed') process.stderr.write(`FAILED ${[...result.ancestorTitles, result.title].join(' › ')} (${test.path})\n`);
  }
}
