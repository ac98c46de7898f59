import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import InputBase from '@mui/material/InputBase'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Row } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { Style } from '#kit/theme/style.tsx'
import { forgetEarly, typedEarly } from './early-input.tsx'
import type { Hit } from './use-commands.ts'
import { useHits } from './use-hits.ts'

/** Everything by its words: what can be done, pages, and records of what the person may see. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState(typedEarly)
  const [at, setAt] = useState(0)
  const [isAwaited, setAwaited] = useState(false)
  const { hits, isSearching, because } = useHits(typed)
  const navigate = useNavigate()
  const id = useId()
  useEffect(forgetEarly, [])
  const current = Math.min(at, hits.length - 1)

  const go = (hit: Hit | undefined) => {
    if (!hit) return
    onClose()
    if (typeof hit.go === 'string') navigate(hit.go)
    else hit.go()
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setAt((current + step + hits.length) % Math.max(1, hits.length))
    } else if (event.key === 'Enter') {
      // Closing gives the focus back, and the same key would press the button that had it.
      event.preventDefault()
      const hit = hits[current]
      // Whoever types faster than is searched means what they typed, not what stood there.
      if (isSearching && (!hit || hit.isRecord)) setAwaited(true)
      else go(hit)
    }
  }
  useEffect(() => {
    if (!isAwaited || isSearching) return
    setAwaited(false)
    go(hits[current])
  })
  return (
    <Style>
      <Dialog
        open
        onClose={onClose}
        aria-labelledby={`${id}-title`}
        slotProps={{ paper: { sx: { position: 'absolute', top: 64, m: 0, width: 'min(640px, calc(100vw - 32px))', maxWidth: 'none' } } }}
      >
        <h2 id={`${id}-title`} className="unseen">
          Search and go anywhere
        </h2>
        <Row isOneLine style={{ padding: '0 16px', height: 52, borderBottom: '1px solid var(--line)' }}>
          <IconSearch size={20} aria-hidden />
          <InputBase
            inputRef={focusOnce}
            fullWidth
            value={typed}
            placeholder="Order number, phone, name, page or action"
            onChange={(event) => {
              setTyped(event.target.value)
              setAt(0)
              setAwaited(false)
            }}
            onKeyDown={onKey}
            slotProps={{
              input: {
                role: 'combobox',
                'aria-label': 'Search and go anywhere',
                'aria-expanded': hits.length > 0,
                'aria-controls': hits.length > 0 ? id : undefined,
                'aria-activedescendant': hits[current] ? `${id}-${current}` : undefined,
              },
            }}
          />
        </Row>
        {hits.length > 0 ? (
          <Box id={id} role="listbox" aria-label="Results" sx={{ maxHeight: '60vh', overflowY: 'auto', p: 2 }}>
            {hits.map((hit, index) => (
              <HitRow
                key={hit.key}
                id={`${id}-${index}`}
                hit={hit}
                isCurrent={index === current}
                onGo={() => go(hit)}
                onPoint={() => setAt(index)}
              />
            ))}
          </Box>
        ) : (
          <Box role="status" sx={{ p: 6 }}>
            <Text as="p" tone="muted" align="center">
              {isSearching ? 'Searching…' : (because ?? 'Nothing found')}
            </Text>
          </Box>
        )}
      </Dialog>
    </Style>
  )
}

interface HitRowProps {
  id: string
  hit: Hit
  isCurrent: boolean
  onGo: () => void
  onPoint: () => void
}

function HitRow({ id, hit, isCurrent, onGo, onPoint }: HitRowProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <Box
      ref={row}
      id={id}
      role="option"
      aria-selected={isCurrent}
      onClick={onGo}
      onMouseMove={onPoint}
      sx={{
        display: 'flex',
        gap: 3,
        alignItems: 'baseline',
        px: 3,
        py: 2,
        borderRadius: 0.66,
        cursor: 'pointer',
        bgcolor: isCurrent ? 'action.selected' : undefined,
      }}
    >
      <span className="one-line">
        <Text weight={500}>{hit.label}</Text>
      </span>
      <Text size={13} tone="muted" cut>
        {hit.hint}
      </Text>
      <Box sx={{ ml: 'auto', flexShrink: 0 }}>
        <Text size={12} tone="muted">
          {hit.keys ? `${hit.kind} · ${hit.keys}` : hit.kind}
        </Text>
      </Box>
    </Box>
  )
}

/** The cursor is in the box as soon as it is there. */
function focusOnce(input: HTMLInputElement | null): void {
  input?.focus()
}
