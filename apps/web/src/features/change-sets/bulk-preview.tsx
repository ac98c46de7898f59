import { type BulkLook, changeSetContract } from '@larder/contract'
import { useEffect, useState } from 'react'
import { useWrite } from '#api/client.ts'
import { useFormValues } from '#kit/fields/form/use-form-values.ts'
import { format } from '#kit/format.ts'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { bulkBody } from './bulk-body.ts'
import '#kit/cells/table.css'

const typingMs = 400

/** What the form comes to as it stands: how many items, and the first of them as they would be. */
export function BulkPreview() {
  const { filter, change } = bulkBody(useFormValues())
  const asked = JSON.stringify({ filter, ...(Object.keys(change).length > 0 && { change }) })
  const [look] = useWrite(changeSetContract.look)
  const [seen, setSeen] = useState<BulkLook | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again for another form alone
  useEffect(() => {
    let isLast = true
    const timer = setTimeout(async () => {
      const { data, error } = await look({ body: JSON.parse(asked) })
      if (!isLast) return
      setSeen(data ?? null)
      setProblem(error?.kind === 'invalid' ? 'The form is not complete yet.' : (error?.message ?? null))
    }, typingMs)
    return () => {
      isLast = false
      clearTimeout(timer)
    }
  }, [asked])
  if (!seen) return <Text tone="muted">{problem ?? 'Looking…'}</Text>
  const { number, money } = format()
  return (
    <Stack gap={2}>
      <Text weight={600}>
        {seen.items === 1 ? '1 item' : `${number(seen.items)} items`} of {seen.stores === 1 ? '1 store' : `${number(seen.stores)} stores`}
      </Text>
      {seen.first.length > 0 && (
        <div className="table-frame">
          <table className="table">
            <thead>
              <tr>
                <th>Item</th>
                <th className="right">Price</th>
                <th className="right">Becomes</th>
              </tr>
            </thead>
            <tbody>
              {seen.first.map(({ id, name, store, currency, before, after }) => (
                <tr key={id}>
                  <td>
                    {name}
                    {seen.stores > 1 && (
                      <Text as="div" size={12} tone="muted">
                        {store.name}
                      </Text>
                    )}
                  </td>
                  <td className="right">{money({ minor: before, currency })}</td>
                  <td className="right">{after === null ? 'Stays' : money({ minor: after, currency })}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Stack>
  )
}
