import type { Count, Page } from '@larder/contract'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { format } from '../../format.ts'
import { Button } from '../../layout/button.tsx'
import { Row } from '../../layout/flow.tsx'
import { Text } from '../../layout/text.tsx'
import './list.css'

interface ListFooterProps {
  /** How many rows lie before those that are shown, and how many are shown. */
  before: number
  shown: number
  total: Count | null
  /** Null where the total comes by itself, or is on its way. */
  onTotal: (() => void) | null
  onPrevious: (() => void) | null
  onNext: (() => void) | null
}

/** "1,000+". */
export function countText({ value, capped }: Count): string {
  return format().number(value) + (capped ? '+' : '')
}

/** How many there are in all, where that is known: it was counted, or this is the last page. */
export function totalOf(page: Page<unknown> | undefined, before: number): Count | null {
  if (!page) return null
  return page.total ?? (page.next === null ? { value: before + page.rows.length, capped: false } : null)
}

/** Which rows of how many, back and on. */
export function ListFooter({ before, shown, total, onTotal, onPrevious, onNext }: ListFooterProps) {
  return (
    <div className="list-foot">
      <Row>
        <Text size={13} tone="muted">
          {shown > 0 && `${format().number(before + 1)}–${format().number(before + shown)}`}
          {shown > 0 && total && ` of ${countText(total)}`}
        </Text>
        {!total && onTotal && (
          <Button size="small" onClick={onTotal}>
            Show total
          </Button>
        )}
      </Row>
      <Row as="nav" aria-label="Pages of this list">
        <Button size="small" icon={IconChevronLeft} disabled={!onPrevious} onClick={() => onPrevious?.()}>
          Previous
        </Button>
        <Button size="small" icon={IconChevronRight} disabled={!onNext} onClick={() => onNext?.()}>
          Next
        </Button>
      </Row>
    </div>
  )
}
