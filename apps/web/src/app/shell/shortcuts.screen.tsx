import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useMay } from '#kit/access/access.tsx'
import { keyWords } from '#kit/key-words.ts'
import { type KeyName, keys } from '#kit/keys.ts'
import { Button } from '#kit/layout/button.tsx'
import { Dialog } from '#kit/layout/dialog.tsx'
import { Text } from '#kit/layout/text.tsx'
import { gridKeys } from '#kit/resource/grid/grid-keys.ts'
import { pages } from '../routes.ts'

/** What the keyboard does: the table of keys, and the pages that have one. */
export default function Shortcuts({ onClose }: { onClose: () => void }) {
  const may = useMay()
  const acts = (Object.keys(keys) as KeyName[]).map((key): Line => [keys[key].shown, keyWords[key]])
  const places = pages.flatMap(({ go, title, path, permission }): Line[] =>
    go && may(permission)
      ? [[`${keys.go.shown} ${go.toUpperCase()}`, <PageLink key={path} path={path} title={title} onClose={onClose} />]]
      : [],
  )
  return (
    <Dialog title="Keyboard shortcuts" open onClose={onClose} width={640} actions={<Button onClick={onClose}>Close</Button>}>
      <Lines lines={acts} />
      <Text as="h3" size={13} weight={600}>
        In a grid
      </Text>
      <Lines lines={gridKeys} />
      <Text as="h3" size={13} weight={600}>
        Go to
      </Text>
      <Lines lines={places} />
    </Dialog>
  )
}

type Line = readonly [shown: string, does: ReactNode]

function PageLink({ path, title, onClose }: { path: string; title: string; onClose: () => void }) {
  return (
    <Link className="place" to={path} onClick={onClose}>
      {title}
    </Link>
  )
}

function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <dl style={{ margin: '8px 0 16px', display: 'grid', gridTemplateColumns: '96px 1fr', gap: '8px 16px' }}>
      {lines.map(([shown, does]) => (
        <Fragment key={shown}>
          <Text as="dt" weight={500}>
            <kbd>{shown}</kbd>
          </Text>
          <Text as="dd" tone="muted">
            {does}
          </Text>
        </Fragment>
      ))}
    </dl>
  )
}
