// The last line of `.ci/run`: node scripts/count-results.mjs <vitest's json report> <its exit status> <failed checks>
import { existsSync, readFileSync } from 'node:fs';

const [report, testsStatus, failedChecks] = process.argv.slice(2);
const { passed, failed } = countTests(report);
// A run that ended badly without a failed test, such as an error outside every test, is a failure all the same.
const hidden = failed === 0 && testsStatus !== '0' ? 1 : 0;
const allFailed = failed + hidden + Number(failedChecks);
process.stdout.write(`${passed} passed, ${allFailed} failed\n`);
process.exit(allFailed === 0 ? 0 : 1);

function countTests(path) {
  if (!existsSync(path)) return { passed: 0, failed: 0 };
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(path, 'utf8'));
  const brokenFiles = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return { passed: numPassedTests, failed: numFailedTests + brokenFiles.length };
}
