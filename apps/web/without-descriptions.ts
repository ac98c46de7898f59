import type { Plugin } from 'vite'

const summary = /\bsummary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),?/g
const examples = /^\s+examples: \{ one: .*\},$/gm
// The object of an endpoint, not a parameter that has the same name.
const example = /^\s+example: \{ (?:params|query|body): .*\},$/gm

/** Leaves out what endpoints say of themselves to who reads their description, summaries and examples: the API tells it, and no screen reads it from the contract. */
export function withoutDescriptions(): Plugin {
  return {
    name: 'without-descriptions',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /packages\/contract\/src\/(?:resources\/[^/]+|exports|imports|masked)\.ts$/ },
      handler: (code) => ({ code: code.replace(summary, '').replace(example, '').replace(examples, ''), map: null }),
    },
  }
}
