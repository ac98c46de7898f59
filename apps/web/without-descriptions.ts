import type { Plugin } from 'vite'

const summary = /\bsummary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),?/g
const examples = /^\s+examples: \{ one: .*\},$/gm
// Who has a permission from the first day: roles are records, and what each may do is read from them.
const roles = /\broles: \{[^{}]*\},?/g
// The object of an endpoint, not a parameter that has the same name.
const example = /^\s+example: \{ (?:params|query|body): .*\},$/gm

/** Leaves out what endpoints say of themselves to who reads their description, summaries and examples: the API tells it, and no screen reads it from the contract. */
export function withoutDescriptions(): Plugin {
  return {
    name: 'without-descriptions',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /packages\/contract\/src\/(?:resources\/[^/]+|shared-permissions|exports|imports|masked)\.ts$/ },
      handler: (code) => ({ code: code.replace(summary, '').replace(example, '').replace(examples, '').replace(roles, ''), map: null }),
    },
  }
}
