import { IconPrinter } from '@tabler/icons-react'
import { type ComponentProps, useRef, useState } from 'react'
import { useKey } from '#kit/keys.ts'
import { Button } from '#kit/layout/button.tsx'
import { soon } from '#kit/lazily.tsx'

const PrintChoices = soon(() => import('./print-choices.tsx').then((module) => module.PrintChoices))

type Choices = ComponentProps<typeof PrintChoices>
interface PrintButtonProps extends Pick<Choices, 'onPrint' | 'more'> {
  isBusy: boolean
  /** Among the acts on selected rows, where no key opens it. */
  isSmall?: boolean
}

/** Opens what can be printed, and on which paper. */
export function PrintButton({ isBusy, isSmall = false, ...choices }: PrintButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const open = () => setAnchor(button.current)
  useKey('print', isSmall ? null : () => button.current?.click())
  return (
    <span>
      <Button ref={button} icon={IconPrinter} busy={isBusy} onClick={open} {...(isSmall ? { size: 'small' } : { keys: 'print' })}>
        Print
      </Button>
      {anchor && <PrintChoices anchor={anchor} onClose={() => setAnchor(null)} onAgain={open} {...choices} />}
    </span>
  )
}
