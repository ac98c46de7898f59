import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** The measurements of one process; `/metrics` prints them. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name, help, labelNames, registers: [registry] })
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'larder_http_request_seconds',
      help: 'Seconds from the head of a request to the end of its answer, by endpoint and status',
      labelNames: ['endpoint', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    }),
    changes: counter('larder_changes_total', 'Changes that this process committed: orders placed are entity="order", action="place"', [
      'entity',
      'action',
    ]),
    limited: counter('larder_limited_total', 'Requests answered 429, by what was too much and who asked', ['reason', 'caller']),
    signIns: counter('larder_sign_ins_total', 'Attempts to sign in, by how they ended', ['outcome']),
    jobRuns: counter('larder_job_runs_total', 'Runs of jobs in this process, by job and how they ended', ['job', 'outcome']),
    jobSucceeded: new Gauge({
      name: 'larder_job_succeeded_timestamp_seconds',
      help: 'When a job last ended well in this process',
      labelNames: ['job'],
      registers: [registry],
    }),
    refusedSockets: counter('larder_sockets_refused_total', 'Live connections that were not let in, by reason', ['reason']),
    untrustedProxy: counter('larder_untrusted_proxy_total', 'Requests that a proxy forwarded which TRUST_PROXY does not name'),
    validationGaps: counter('larder_validation_gaps_total', 'Values that only the database refused: validation should have', [
      'endpoint',
      'code',
    ]),
  }
}
