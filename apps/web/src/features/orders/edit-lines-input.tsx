import { formatWeight, type MenuItem, type Order, type OrderLine, type OrderLineChange, orderEditContract } from '@larder/contract'
import { IconArrowsExchange, IconPlus, IconRestore, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { useRead } from '#api/client.ts'
import { ChoiceInputs, type Chosen } from '#entities/choice-inputs.tsx'
import type { FieldInputProps, Problems } from '#kit/fields/field.ts'
import { FoundInput } from '#kit/fields/inputs/found-input.tsx'
import { NumberInput } from '#kit/fields/inputs/number-input.tsx'
import type { Option } from '#kit/fields/options.ts'
import { format } from '#kit/format.ts'
import { Button, IconButton } from '#kit/layout/button.tsx'
import { Row } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import './order-edit.css'

/** A change as it is typed: an item that is not chosen yet, a number that is none. */
export type Typed = Chosen & {
  type: OrderLineChange['type']
  line?: number
  itemId?: unknown
  quantity?: unknown
  grams?: unknown
}

/** What was bought, line by line: how much of each, another item in its place, gone, and what comes besides. */
export function EditLinesInput({ order, value, onChange, problems = {}, ...props }: FieldInputProps & { order: Order }) {
  const { data: menu = [] } = useRead(orderEditContract.menu, { params: { id: order.id } })
  const changes = (Array.isArray(value) ? value : []) as Typed[]
  const set = (next: Typed[]) => onChange(next.length > 0 ? next : null)
  const put = (at: number, change: Typed | null) =>
    set(at === -1 ? (change ? [...changes, change] : changes) : change ? changes.with(at, change) : changes.toSpliced(at, 1))
  const cells = { ...props, menu, problems }
  return (
    <div className="edit-lines">
      {order.lines.map((line) => {
        const at = changes.findIndex((change) => change.line === line.line)
        return <BoughtLine key={line.line} {...cells} line={line} at={at} change={changes[at]} put={(change) => put(at, change)} />
      })}
      {changes.map((change, at) =>
        change.type === 'add' ? (
          <fieldset key={`add-${at}`} className="edit-line" aria-label={`Added item ${at + 1}`}>
            <ItemCells {...cells} at={at} change={change} put={(next) => put(at, next)} owner={`added item ${at + 1}`} />
            <IconButton label={`Remove added item ${at + 1}`} icon={IconTrash} size="small" onClick={() => put(at, null)} />
            <Wrong id={props.id} at={at} problems={problems} />
          </fieldset>
        ) : null,
      )}
      <div>
        <Button size="small" icon={IconPlus} onClick={() => set([...changes, { type: 'add', itemId: null, quantity: 1 }])}>
          Add an item
        </Button>
      </div>
    </div>
  )
}

type Shared = Omit<FieldInputProps, 'value' | 'onChange' | 'problems'> & { menu: readonly MenuItem[]; problems: Problems }

interface LineProps extends Shared {
  at: number
  change: Typed | undefined
  put: (change: Typed | null) => void
}

/** One line of the order, as it is to be. */
function BoughtLine({ line, change, put, ...props }: LineProps & { line: OrderLine }) {
  const isPacked = line.packedGrams !== null
  const name = `line ${line.line}, ${line.name}`
  const restore = <IconButton label={`Leave ${name} as it is`} icon={IconRestore} size="small" onClick={() => put(null)} />
  if (change?.type === 'remove') {
    return (
      <fieldset className="edit-line" aria-label={name}>
        <Text tone="muted">
          <s>{line.name}</s>
        </Text>
        {restore}
        <Wrong {...props} />
      </fieldset>
    )
  }
  return (
    <fieldset className="edit-line" aria-label={name}>
      <div>
        <Text as="div" weight={500}>
          {change?.type === 'substitute' ? <s>{line.name}</s> : line.name}
        </Text>
        {isPacked && (
          <Text as="div" size={12} tone="muted">
            packed {formatWeight(line.packedGrams ?? 0)}
          </Text>
        )}
        {change?.type === 'substitute' ? (
          <ItemCells {...props} change={change} put={put} owner={`item in place of ${line.name}`} />
        ) : (
          <Amount {...props} line={line} change={change} put={put} isPacked={isPacked} owner={name} />
        )}
      </div>
      <Row gap={1} isOneLine>
        {change && restore}
        {!isPacked && change?.type !== 'substitute' && (
          <IconButton
            label={`Substitute ${name}`}
            icon={IconArrowsExchange}
            size="small"
            onClick={() => put({ type: 'substitute', line: line.line, itemId: null, ...orderedOf(line) })}
          />
        )}
        {!isPacked && (
          <IconButton label={`Remove ${name}`} icon={IconTrash} size="small" onClick={() => put({ type: 'remove', line: line.line })} />
        )}
      </Row>
      <Wrong {...props} />
    </fieldset>
  )
}

/** How much of a line there is to be, and which of what it comes in. */
function Amount({ line, change, put, isPacked, owner, menu, ...props }: LineProps & { line: OrderLine; isPacked: boolean; owner: string }) {
  const { grams: each = null } = orderedOf(line)
  const isWeighed = each !== null
  const tell = (part: Partial<Typed>) => {
    const next = { type: 'change' as const, line: line.line, ...change, ...part }
    const isSame = (next.quantity ?? line.quantity) === line.quantity && (next.grams ?? each) === each && !next.choices && !next.addons
    put(isSame ? null : next)
  }
  const item = menu.find(({ id }) => id === line.itemId)
  const before = pickedBefore(line)
  return (
    <div className="edit-cells">
      <NumberCell
        {...props}
        name={isWeighed ? 'grams' : 'quantity'}
        label={`${isWeighed ? 'Grams' : 'Quantity'} of ${owner}`}
        value={isWeighed ? (change?.grams ?? each) : (change?.quantity ?? line.quantity)}
        disabled={isPacked}
        unit={isWeighed ? gramsOf(line.quantity) : '×'}
        onChange={(next) => tell(isWeighed ? { grams: next } : { quantity: next })}
      />
      {!isPacked && item && (
        <ChoiceInputs
          id={`${props.id}-${line.line}`}
          item={item}
          chosen={chosenOf(item, { ...before, ...pickedOf(change ?? {}) })}
          onChosen={(chosen) =>
            tell({ choices: undefined, addons: undefined, ...changedOf(item, before, pickedOf(chosen)) } as Partial<Typed>)
          }
        />
      )}
    </div>
  )
}

/** Another item, with how much of it and which of what it comes in. */
export function ItemCells({ menu, change, put, owner, ...props }: LineProps & { owner: string; change: Typed }) {
  const item = menu.find(({ id }) => id === change.itemId)
  const isWeighed = item ? item.unit !== 'pc' : change.grams !== undefined
  const tell = (part: Partial<Typed>) => put({ ...change, ...part })
  return (
    <div className="edit-cells">
      <div className="edit-item">
        <FoundInput
          {...props}
          id={`${props.id}-${props.at}-item`}
          name={`${props.name}.${props.at}.itemId`}
          label={`Item, ${owner}`}
          ref={null}
          value={change.itemId}
          options={menu.map(optionOf)}
          isInvalid={isWrong(props.problems, props.at, 'itemId')}
          onChange={(itemId) => {
            const { grams, choices: _, addons: __, ...rest } = change
            const found = menu.find(({ id }) => id === itemId)
            const isByWeight = found ? found.unit !== 'pc' : grams !== undefined
            const weight = grams === undefined ? { quantity: 1, grams: 1000 } : { grams }
            put({ ...rest, itemId, ...(isByWeight && weight) })
          }}
        />
      </div>
      <NumberCell
        {...props}
        name={isWeighed ? 'grams' : 'quantity'}
        label={`${isWeighed ? 'Grams' : 'Quantity'}, ${owner}`}
        value={isWeighed ? change.grams : change.quantity}
        unit={isWeighed ? gramsOf(change.quantity) : '×'}
        onChange={(next) => tell(isWeighed ? { grams: next } : { quantity: next })}
      />
      {item && <ChoiceInputs id={`${props.id}-${props.at}`} item={item} chosen={change} onChosen={tell} />}
    </div>
  )
}

/** How much of a line there is, as a change says it: what is weighed by the grams of each. */
export function orderedOf({ quantity, orderedGrams }: OrderLine): { quantity: number; grams?: number } {
  return orderedGrams === null ? { quantity } : { quantity, grams: Math.round(orderedGrams / quantity) }
}

const gramsOf = (quantity: unknown) => (typeof quantity === 'number' && quantity > 1 ? `g each of ${quantity}` : 'g')

type Cell = Omit<LineProps, 'menu' | 'change' | 'put'>

function NumberCell({
  at,
  value,
  onChange,
  unit,
  problems,
  ...props
}: Cell & Pick<FieldInputProps, 'value' | 'onChange'> & { unit: string }) {
  const id = useId()
  return (
    <div className="edit-number">
      <label htmlFor={id} className="unseen">
        {props.label}
      </label>
      <NumberInput
        {...props}
        id={id}
        ref={null}
        onBlur={() => {}}
        value={value}
        onChange={onChange}
        unit={unit}
        isFraction={false}
        isInvalid={isWrong(problems, at, props.name)}
      />
    </div>
  )
}

/** By group what is chosen of it. */
type Picked = Readonly<Record<string, readonly string[]>>

function pickedBefore({ options }: OrderLine): Picked {
  return Object.fromEntries([...Map.groupBy(options, ({ group }) => group)].map(([group, all]) => [group, all.map(({ choice }) => choice)]))
}

function pickedOf({ choices = {}, addons = {} }: Chosen): Picked {
  return { ...Object.fromEntries(Object.entries(choices).map(([group, choice]) => [group, [choice]])), ...addons }
}

/** As the groups of an item take it: one of a group, or several. */
function chosenOf({ groups }: MenuItem, picked: Picked): Chosen {
  const of = (isOne: boolean) => groups.filter(({ name, maxChoices }) => (maxChoices === 1) === isOne && picked[name]?.length)
  return {
    choices: Object.fromEntries(of(true).map(({ name }) => [name, picked[name]?.[0] ?? ''])),
    addons: Object.fromEntries(of(false).map(({ name }) => [name, [...(picked[name] ?? [])]])),
  }
}

/** The groups of which something else is chosen than before: one, several, or nothing any more. */
function changedOf({ groups }: MenuItem, before: Picked, now: Picked): Chosen {
  const told = (picked: Picked, name: string) => String([...(picked[name] ?? [])].sort())
  const names = groups.map(({ name }) => name).filter((name) => told(before, name) !== told(now, name))
  const isOne = (name: string) => groups.some((group) => group.name === name && group.maxChoices === 1) && now[name]?.length === 1
  const [ones, others] = [names.filter(isOne), names.filter((name) => !isOne(name))]
  return {
    ...(ones.length > 0 && { choices: Object.fromEntries(ones.map((name) => [name, now[name]?.[0] ?? ''])) }),
    ...(others.length > 0 && { addons: Object.fromEntries(others.map((name) => [name, [...(now[name] ?? [])]])) }),
  }
}

const cellNames: Readonly<Record<string, string>> = { itemId: 'Item', quantity: 'Quantity', grams: 'Grams' }

/** What is wrong with a change, below it. */
export function Wrong({ id, at, problems }: Pick<Cell, 'id' | 'at' | 'problems'>) {
  const own = Object.entries(problems).filter(([path]) => at !== -1 && (path.startsWith(`${at}.`) || path === String(at)))
  const wrong = own.map(([path, words]) => {
    const name = cellNames[path.slice(path.indexOf('.') + 1)]
    // What begins like a sentence is one.
    return name && /^\p{Ll}/u.test(words) ? `${name} ${words}` : words
  })
  if (wrong.length === 0) return null
  return (
    <div className="edit-wrong" id={`${id}-${at}-error`} role="alert">
      <Text size={12} tone="bad">
        {wrong.join('. ')}
      </Text>
    </div>
  )
}

function isWrong(problems: Problems, at: number, path: string): boolean {
  return Object.keys(problems).some((each) => each === `${at}.${path}`)
}

function optionOf({ id, name, category, price, unit, available }: MenuItem): Option {
  const hint = `${category}, ${format().money(price)} / ${unit}`
  return { value: id, label: name, hint, ...(!available && { because: 'Sold out' }) }
}
