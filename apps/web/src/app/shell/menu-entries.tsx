import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Collapse from '@mui/material/Collapse'
import Tooltip from '@mui/material/Tooltip'
import { IconChevronDown, IconPoint } from '@tabler/icons-react'
import { useDispatch } from 'react-redux'
import { NavLink } from 'react-router'
import { Text } from '#kit/layout/text.tsx'
import { menuOpened } from '#state/customization.ts'
import type { Page } from '../pages.ts'
import { useAppState } from '../store.ts'
import { trailOf, useCurrentPage } from './current-page.ts'
import { type Section, useSections } from './navigation.ts'

interface MenuEntriesProps {
  isWide: boolean
  onChosen?: () => void
}

/** Groups of pages; one group is open at a time, at first the one that one is in. */
export function MenuEntries({ isWide, onChosen }: MenuEntriesProps) {
  const sections = useSections()
  const page = useCurrentPage()
  const trail = page ? trailOf(page).map(({ path }) => path) : []
  const opened = useAppState(({ customization }) => customization.isOpen)
  const ownGroup = sections.find((section) => section.pages.some(({ path }) => trail.includes(path)))?.id
  const openGroup = opened[0] ?? ownGroup ?? sections[0]?.id
  return (
    <Box component="nav" aria-label="Pages" sx={{ flex: 1, overflowY: 'auto', px: isWide ? 3 : 2, pb: 4 }}>
      {sections.map((section) =>
        isWide && sections.length > 1 ? (
          <Group key={section.id} section={section} isOpen={openGroup === section.id}>
            <Entries pages={section.pages} lit={trail} isWide {...(onChosen && { onChosen })} />
          </Group>
        ) : (
          <Box key={section.id} sx={{ py: 1, borderBottom: isWide ? 0 : 1, borderColor: 'divider' }}>
            <Entries pages={section.pages} lit={trail} isWide={isWide} {...(onChosen && { onChosen })} />
          </Box>
        ),
      )}
    </Box>
  )
}

function Group({ section, isOpen, children }: { section: Section; isOpen: boolean; children: React.ReactNode }) {
  const dispatch = useDispatch()
  return (
    <Box sx={{ pt: 2 }}>
      <ButtonBase
        onClick={() => dispatch(menuOpened(isOpen ? 'none' : section.id))}
        aria-expanded={isOpen}
        sx={{ width: '100%', height: 32, px: 3, justifyContent: 'space-between', borderRadius: 0.66, color: 'text.secondary' }}
      >
        <Text size={12} weight={600} tone="muted">
          {section.label}
        </Text>
        <IconChevronDown size={14} aria-hidden style={{ transform: isOpen ? 'none' : 'rotate(-90deg)', transition: 'transform 200ms' }} />
      </ButtonBase>
      <Collapse in={isOpen}>{children}</Collapse>
    </Box>
  )
}

function Entries({ pages, lit, isWide, onChosen }: { pages: readonly Page[]; lit: readonly string[] } & MenuEntriesProps) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {pages.map((page) => (
        <li key={page.path}>
          <Entry page={page} isLit={lit.includes(page.path)} isWide={isWide} {...(onChosen && { onChosen })} />
        </li>
      ))}
    </Box>
  )
}

function Entry({ page, isLit, isWide, onChosen }: { page: Page; isLit: boolean } & MenuEntriesProps) {
  const Icon = page.icon ?? IconPoint
  const entry = (
    <ButtonBase
      component={NavLink}
      to={page.path}
      onClick={onChosen}
      aria-label={isWide ? undefined : page.title}
      aria-current={isLit ? 'page' : undefined}
      sx={{
        width: '100%',
        height: 36,
        px: 3,
        gap: 3,
        justifyContent: isWide ? 'start' : 'center',
        borderRadius: 0.66,
        color: isLit ? 'primary.main' : 'text.primary',
        bgcolor: isLit ? 'action.selected' : undefined,
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      <Icon size={18} aria-hidden />
      {isWide && (
        <Text weight={isLit ? 500 : 400} tone={isLit ? 'accent' : 'default'} cut>
          {page.title}
        </Text>
      )}
    </ButtonBase>
  )
  return isWide ? (
    entry
  ) : (
    <Tooltip title={page.title} placement="right">
      {entry}
    </Tooltip>
  )
}
