import { isTest } from './import-rules.ts'
import { lineOf, type SourceFile, type Violation } from './import-scan.ts'

/** A text that may stand in some files only. */
type Rule = { pattern: RegExp; inside: RegExp; except: RegExp; message: string; alsoInTests?: boolean }

const LINES_ALLOWED = 350
const MAY_BE_LONG = /^apps\/api\/src\/seed\/|\.gen\.ts$/

const RULES: Rule[] = [
  {
    pattern: /\bDate\.now\b|\bnew Date\b/g,
    inside: /^(?:apps|packages)\//,
    except: /^apps\/api\/src\/kit\/clock|^packages\/contract\/src\/values\//,
    message: 'reads or makes time: use the clock of the context, or the values of the contract',
  },
  {
    pattern: /\bIntl\.|\.toLocale(?:String|DateString|TimeString)\b/g,
    inside: /^(?:apps|packages|bench)\//,
    // Zones, the parts of a text and countries are reckoned with there, and the browser's words are made ready: nothing is written for people.
    except:
      /^packages\/contract\/src\/values\/(?:format|zoned|local-date|text)\.ts$|^(?:apps\/api\/src\/kit\/phone\/calling-codes|apps\/web\/src\/api\/prefetch)\.ts$/,
    message: "writes by a locale of its own: numbers, amounts, days and times are written by the contract's `Format`",
  },
  {
    pattern: /(?<![.\w])fetch\(/g,
    inside: /^apps\/web\//,
    except: /^apps\/web\/src\/api\//,
    message: 'asks the network: only web/api does',
  },
  {
    pattern: /\b(?:app|fastify|server)\.(?:get|post|put|patch|delete|route|all)\(/g,
    inside: /^apps\/api\/src\//,
    except: /^apps\/api\/src\/kit\//,
    message: 'opens a route beside the contract: declare an endpoint and implement it',
  },
  {
    pattern: /\bsql\.raw\(|\.query\(\s*`(?!listen )[^`]*\$\{/g,
    inside: /^(?:apps|bench)\//,
    except: /^apps\/api\/src\/db\/|^bench\//,
    message: 'puts text into SQL: give values as parameters',
  },
  {
    pattern: /(['"])(?:restaurant|grocery|fruits|fish|cakes)\1/g,
    inside: /^(?:apps|packages)\//,
    except:
      /^packages\/contract\/src\/(?:verticals|resources\/order-shapes)\.ts$|^apps\/web\/src\/app\/routes\.tsx$|^apps\/api\/(?:src\/seed|test)\//,
    message: 'names a vertical: ask verticals.ts for the fact that matters',
  },
  {
    pattern: /\bwritable\b(?!-)/g,
    inside: /^apps\/api\/src\/modules\//,
    // Attempts to sign in and what is good once for them, seals and a store's newest order are no facts of a record: nobody audits them.
    except:
      /\/(?:session\/(?:sign-in|invite|first-admin|second-factor-codes|passkey-signature)|audit\/audit-check|store\/store-last-order)\.service\.ts$/,
    message: 'writes beside the unit of work: what it does is in no record. Read by `services.db`',
  },
  {
    pattern: /\bvi\.(?:mock|doMock|stubGlobal)\(/g,
    inside: /^/,
    except: /^scripts\//,
    message: 'replaces a part by a stand-in: test against the real one',
    alsoInTests: true,
  },
]

/** Checks what may stand where, and that no file grows beyond what one reads at a sitting. */
export function findSourceViolations(files: SourceFile[]): Violation[] {
  return files.flatMap((file) => [...RULES.flatMap((rule) => applyRule(rule, file)), ...measure(file)])
}

function applyRule({ pattern, inside, except, message, alsoInTests = false }: Rule, { path, text }: SourceFile): Violation[] {
  if (!inside.test(path) || except.test(path) || (isTest(path) && !alsoInTests)) return []
  return [...text.matchAll(pattern)].map(({ index }) => ({ path, line: lineOf(text, index), message }))
}

function measure({ path, text }: SourceFile): Violation[] {
  const lines = text.trimEnd().split('\n').length
  if (lines <= LINES_ALLOWED || MAY_BE_LONG.test(path)) return []
  return [{ path, line: LINES_ALLOWED + 1, message: `has ${lines} lines; ${LINES_ALLOWED} are allowed` }]
}
