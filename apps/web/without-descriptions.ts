import type { Plugin } from 'vite'

const summary = /\bsummary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),?/g
const example = /^\s+example: \{.*\},$/gm

/** Leaves out what endpoints say of themselves to who reads their description, summaries and examples: the API tells it, and no screen reads it from the contract. */
export function withoutDescriptions(): Plugin {
  return {
    name: 'without-descriptions',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /packages\/contract\/src\/(?:resources\/[^/]+|exports|imports|masked)\.ts$/ },
      handler: (code) => ({ code: code.replace(summary, '').replace(example, ''), map: null }),
    },
  }
}
