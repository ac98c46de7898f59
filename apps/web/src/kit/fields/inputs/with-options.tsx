import type { ReactNode } from 'react'
import { useRead } from '#api/client.ts'
import { Button } from '../../layout/button.tsx'
import { Row } from '../../layout/flow.tsx'
import { Text } from '../../layout/text.tsx'
import { isSource, type Option, type OptionSource, type Options } from '../options.ts'

interface WithOptionsProps {
  options: Options
  children: (options: readonly Option[] | undefined) => ReactNode
  /** Where there is no room to say what went wrong. */
  isSilent?: boolean
}

/** The options of a choice, undefined until the read that brings them has answered; where it fails there are none, and that is said. */
export function WithOptions({ options, ...props }: WithOptionsProps) {
  return isSource(options) ? <Sourced source={options} {...props} /> : props.children(options)
}

function Sourced({ source, children, isSilent = false }: Omit<WithOptionsProps, 'options'> & { source: OptionSource }) {
  const { data, error, refetch } = useRead(source.endpoint, source.input)
  if (data !== undefined) return children(source.optionsOf(data))
  return (
    <>
      {children(error ? [] : undefined)}
      {error && !isSilent && (
        <Row role="alert">
          <Text size={13} tone="bad">
            {error.message}
          </Text>
          <Button size="small" onClick={refetch}>
            Try again
          </Button>
        </Row>
      )}
    </>
  )
}
