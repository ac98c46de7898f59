import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/** Writes what each file of a run took to load, in seconds by its path, into the file that `LOADING_REPORT` names: no report of vitest tells it. */
// biome-ignore lint/style/noDefaultExport: the runner takes a reporter by it
export default class LoadingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const { LOADING_REPORT: report } = process.env
    if (report) writeFileSync(report, JSON.stringify(Object.fromEntries(modules.map((each) => [each.moduleId, loadingSeconds(each)]))))
  }
}

function loadingSeconds(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration } = module.diagnostic()
  return (environmentSetupDuration + prepareDuration + collectDuration + setupDuration) / 1000
}
