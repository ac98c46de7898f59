// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of source text
import { registerHooks } from 'node:module'

/** One deliberate mistake: in these files, what stands there and what stands there instead. */
interface Change {
  file: string
  from: string
  to: string
}

export type MutantName = 'acknowledge before the commit' | 'no unique key' | 'outbox outside the transaction' | 'a reader of id > last'

/** Mistakes that the fault test must notice. They live in the test alone: the product has no switch for them. */
export const mutants: Record<MutantName, Change[]> = {
  'acknowledge before the commit': [
    {
      file: 'kit/unit-of-work.ts',
      from: 'const result = await ctx.services.writable',
      to: 'const early = Promise.withResolvers<R>(); const running = ctx.services.writable',
    },
    {
      file: 'kit/unit-of-work.ts',
      from: 'return answer\n        })',
      to: 'early.resolve(answer); await pause(25); return answer\n        })\n      running.catch(() => {})\n      const result = await Promise.race([early.promise, running])',
    },
  ],
  'no unique key': [
    {
      file: 'modules/order/place/insert.ts',
      from: 'with claimed as (insert into order_external_id (channel_id, external_id, order_id)',
      to: 'with claimed as (select order_id from (',
    },
    {
      file: 'modules/order/place/insert.ts',
      from: 'for key share on conflict do nothing returning order_id),',
      to: 'for key share) as given (channel_id, external_id, order_id)),',
    },
  ],
  'outbox outside the transaction': [
    {
      file: 'kit/unit-of-work.ts',
      from: 'if (heard.length > 0 || notices.length > 0) parts.push(sql`events as (${eventInsert(ctx, heard, notices)})`)',
      to: '',
    },
    {
      file: 'kit/unit-of-work.ts',
      from: 'afterwards(ctx, collected)\n',
      to: 'await pause(5); if (collected.changes[0]) await eventInsert(ctx, collected.changes, collected.notices).execute(ctx.services.writable)\n      afterwards(ctx, collected)\n',
    },
  ],
  // Commits of different length, as they are in life: the slower one began first.
  'a reader of id > last': [
    { file: 'kit/unit-of-work.ts', from: 'return answer\n        })', to: 'await pause(Math.random() * 40); return answer\n        })' },
    {
      file: 'kit/record/outbox-sequence.ts',
      from: 'from event where sequence is null order by id limit',
      to: 'from event where id > (select coalesce(max(id), 0) from event where sequence is not null) order by id limit',
    },
  ],
}

// Loaded into the API's process before its own modules, with the mutant's name in the environment.
const name = process.env.MUTANT as MutantName | undefined
if (name) {
  const changes = mutants[name]
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context)
      let source = String(loaded.source)
      for (const { file, from, to } of changes) {
        if (!url.endsWith(`/src/${file}`)) continue
        if (!source.includes(from)) throw new Error(`the mutant "${name}" does not fit ${file} any more: ${from}`)
        source = source.replace(from, () => to)
      }
      return changes.some(({ file }) => url.endsWith(`/src/${file}`)) ? { ...loaded, source } : loaded
    },
  })
}
