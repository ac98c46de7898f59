import { formatWeight, type MenuItem, type Order, type OrderLine, type OrderLineChange, orderEditContract } from '@larder/contract'
import { IconArrowsExchange, IconPlus, IconRestore, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { useRead } from '#api/client.ts'
import type { FieldInputProps, Problems } from '#kit/fields/field.ts'
import { FoundInput } from '#kit/fields/inputs/found-input.tsx'
import { NumberInput } from '#kit/fields/inputs/number-input.tsx'
import { SelectInput } from '#kit/fields/inputs/select-input.tsx'
import type { Option } from '#kit/fields/options.ts'
import { format } from '#kit/format.ts'
import { Button, IconButton } from '#kit/layout/button.tsx'
import { Row } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import './order-edit.css'

/** A change as it is typed: an item that is not chosen yet, a number that is none. */
export type Typed = {
  type: OrderLineChange['type']
  line?: number
  itemId?: unknown
  quantity?: unknown
  grams?: unknown
  choices?: Record<string, string>
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
            onClick={() =>
              put({ type: 'substitute', line: line.line, itemId: null, quantity: line.orderedGrams === null ? line.quantity : 1 })
            }
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
  const isWeighed = line.orderedGrams !== null
  const each = isWeighed ? Math.round((line.orderedGrams ?? 0) / line.quantity) : null
  const tell = (part: Partial<Typed>) => {
    const next = { type: 'change' as const, line: line.line, ...change, ...part }
    const isSame = (next.quantity ?? line.quantity) === line.quantity && (next.grams ?? each) === each && !next.choices
    put(isSame ? null : next)
  }
  const chosen = Object.fromEntries(line.options.map(({ group, choice }) => [group, choice]))
  const groups = Object.entries(menu.find(({ id }) => id === line.itemId)?.choices ?? {})
  return (
    <div className="edit-cells">
      <NumberCell
        {...props}
        name={isWeighed ? 'grams' : 'quantity'}
        label={`${isWeighed ? 'Grams' : 'Quantity'} of ${owner}`}
        value={isWeighed ? (change?.grams ?? each) : (change?.quantity ?? line.quantity)}
        disabled={isPacked}
        unit={!isWeighed ? '×' : line.quantity > 1 ? `g, ${line.quantity} ×` : 'g'}
        onChange={(next) => tell(isWeighed ? { grams: next } : { quantity: next })}
      />
      {!isPacked &&
        groups.map(([group, offered]) => (
          <Choice
            key={group}
            {...props}
            group={group}
            offered={offered}
            owner={owner}
            value={change?.choices?.[group] ?? chosen[group] ?? null}
            onChoice={(choice) => tell({ choices: { ...change?.choices, [group]: choice } })}
          />
        ))}
    </div>
  )
}

/** Another item, with how much of it and which of what it comes in. */
export function ItemCells({ menu, change, put, owner, ...props }: LineProps & { owner: string; change: Typed }) {
  const item = menu.find(({ id }) => id === change.itemId)
  const isWeighed = item !== undefined && item.unit !== 'pc'
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
            const { grams: _, choices: __, ...rest } = change
            const found = menu.find(({ id }) => id === itemId)
            put({ ...rest, itemId, ...(found && found.unit !== 'pc' && { quantity: 1, grams: 1000 }) })
          }}
        />
      </div>
      <NumberCell
        {...props}
        name={isWeighed ? 'grams' : 'quantity'}
        label={`${isWeighed ? 'Grams' : 'Quantity'}, ${owner}`}
        value={isWeighed ? change.grams : change.quantity}
        unit={isWeighed ? 'g' : '×'}
        onChange={(next) => tell(isWeighed ? { grams: next } : { quantity: next })}
      />
      {Object.entries(item?.choices ?? {}).map(([group, offered]) => (
        <Choice
          key={group}
          {...props}
          group={group}
          offered={offered}
          owner={owner}
          value={change.choices?.[group] ?? null}
          onChoice={(choice) => tell({ choices: { ...change.choices, [group]: choice } })}
        />
      ))}
    </div>
  )
}

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

interface ChoiceProps extends Cell {
  group: string
  offered: readonly string[]
  value: string | null
  onChoice: (choice: string) => void
}

function Choice({ group, offered, value, onChoice, at, problems, owner, ...props }: ChoiceProps) {
  return (
    <div className="edit-choice">
      <SelectInput
        {...props}
        id={`${props.id}-${at}-${group}`}
        name={`${props.name}.${at}.choices.${group}`}
        label={`${group} of ${owner}`}
        ref={null}
        none={`${group}…`}
        value={value}
        onChange={(choice) => choice !== '' && onChoice(String(choice))}
        options={offered.map((choice) => ({ value: choice, label: choice }))}
        isInvalid={isWrong(problems, at, `choices.${group}`)}
      />
    </div>
  )
}

/** What is wrong with a change, below it. */
export function Wrong({ id, at, problems }: Pick<Cell, 'id' | 'at' | 'problems'>) {
  const wrong =
    at === -1 ? [] : Object.entries(problems).flatMap(([path, words]) => (path.startsWith(`${at}.`) || path === String(at) ? [words] : []))
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
