import type { Plugin } from 'vite'

const summary = /\bsummary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),?/g

/** Leaves out what endpoints say of themselves to who reads their description: the API tells it, and no screen reads it from the contract. */
export function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /packages\/contract\/src\/(?:resources\/[^/]+|exports|imports|masked)\.ts$/ },
      handler: (code) => ({ code: code.replace(summary, ''), map: null }),
    },
  }
}
