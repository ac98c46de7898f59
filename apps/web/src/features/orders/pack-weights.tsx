import { type Order, orderContract } from '@larder/contract'
import { useEffect, useRef, useState } from 'react'
import { useWrite } from '#api/client.ts'
import { useMe } from '#kit/access/access.tsx'
import { numberField } from '#kit/fields/fields.tsx'
import { focusFirstProblem } from '#kit/fields/form/first-problem.tsx'
import { draftKey, keptDraft, useKeeping } from '#kit/fields/form/kept-draft.ts'
import { NumberInput } from '#kit/fields/inputs/number-input.tsx'
import { Button } from '#kit/layout/button.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useNotify } from '#kit/notify.ts'
import { Style } from '#kit/theme/style.tsx'
import './order.css'

/** Grams as the scale shows them, for every weighed line; the difference to what was ordered is priced by the server. What is typed outlasts the page. */
export function PackWeights({ order }: { order: Order }) {
  const weighed = order.lines.filter(({ orderedGrams }) => orderedGrams !== null)
  const fields = weighed.map(({ line, name }) => numberField(String(line), { label: name }))
  const key = draftKey(useMe().id, orderContract.packWeights.name, order.id)
  const [typed, setTyped] = useState<Record<string, unknown>>(() => keptDraft(key)?.typed ?? {})
  useKeeping(key, fields, {}, typed)
  const [write, { isBusy, error, reset }] = useWrite(orderContract.packWeights)
  const notify = useNotify()

  const entered = weighed.flatMap(({ line }) => {
    const grams = typed[line]
    return typeof grams === 'number' ? [{ line, packedGrams: grams }] : []
  })
  const [isTried, setTried] = useState(false)
  const isWrong = (line: number) => !isEmpty(typed[line]) && !isWeight(typed[line])
  const wrongAt = (line: number) =>
    isTried && isWrong(line)
      ? 'must be a whole number of grams, at least 1'
      : error?.fields[`body.lines.${entered.findIndex((each) => each.line === line)}.packedGrams`]
  const isTold = weighed.some(({ line }) => wrongAt(line))

  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error && form.current) focusFirstProblem(form.current)
  }, [error])

  const save = async () => {
    setTried(true)
    if (weighed.some(({ line }) => isWrong(line))) return form.current && focusFirstProblem(form.current)
    const { error: refusal } = await write({ params: { id: order.id }, body: { version: order.version, lines: entered } })
    if (refusal) return
    setTyped({})
    setTried(false)
    notify(`Weights of ${order.number} recorded`)
  }

  return (
    <Style>
      <form
        ref={form}
        aria-label="Packed weights"
        className="pack-weights"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Stack gap={2}>
          <Text as="h3" size={13} weight={600}>
            Packed weights
          </Text>
          {weighed.map(({ line, name, orderedGrams, packedGrams }) => (
            <Row key={line} gap={3} justify="space-between" isOneLine>
              <Text size={13} as="div">
                <label htmlFor={`packed-${line}`}>
                  {name}, ordered {orderedGrams} g
                </label>
                {differs(typed[line], orderedGrams) && (
                  <Text tone="warning" size={12} as="div">
                    <span id={`packed-${line}-differs`} role="status">
                      {differs(typed[line], orderedGrams)}
                    </span>
                  </Text>
                )}
                {wrongAt(line) && (
                  <Text tone="bad" size={12} as="div">
                    <span id={`packed-${line}-wrong`} role="alert">
                      Packed weight {wrongAt(line)}
                    </span>
                  </Text>
                )}
              </Text>
              <div className="packed">
                <NumberInput
                  id={`packed-${line}`}
                  name={`packed-${line}`}
                  label={`Packed weight of ${name}`}
                  value={typed[line] ?? packedGrams}
                  onChange={(value) => {
                    reset()
                    setTyped((before) => ({ ...before, [line]: value }))
                  }}
                  onBlur={() => {}}
                  ref={null}
                  isInvalid={Boolean(wrongAt(line)) || isWrong(line)}
                  describedBy={wrongAt(line) && `packed-${line}-wrong`}
                  disabled={isBusy}
                  unit="g"
                  isFraction={false}
                />
              </div>
            </Row>
          ))}
          {error && !isTold && (
            <Text tone="bad" size={13} as="p">
              <span role="alert">{error.message}</span>
            </Text>
          )}
          <Row justify="end">
            <Button type="submit" size="small" tone="primary" busy={isBusy} disabled={weighed.every(({ line }) => isEmpty(typed[line]))}>
              {error?.kind === 'stale' ? 'Save weights anyway' : 'Save weights'}
            </Button>
          </Row>
        </Stack>
      </form>
    </Style>
  )
}

/** From so many parts in a hundred on a difference is told before it is saved. */
const largePercent = 20

/** `30 % more than ordered`; null where it is about what was ordered, or no weight yet. */
function differs(grams: unknown, ordered: number | null): string | null {
  if (!isWeight(grams) || !ordered) return null
  const percent = Math.round((((grams as number) - ordered) * 100) / ordered)
  if (Math.abs(percent) < largePercent) return null
  return `${Math.abs(percent)} % ${percent > 0 ? 'more' : 'less'} than ordered`
}

function isEmpty(grams: unknown): boolean {
  return grams === undefined || grams === null || grams === ''
}

function isWeight(grams: unknown): boolean {
  return Number.isInteger(grams) && (grams as number) > 0
}
