import type { ReactNode } from 'react'
import { useRead } from '#api/client.ts'
import { isSource, type Option, type OptionSource, type Options } from '../options.ts'

type Render = (options: readonly Option[] | undefined) => ReactNode

/** The options of a choice, undefined until the read that brings them has answered. */
export function WithOptions({ options, children }: { options: Options; children: Render }) {
  return isSource(options) ? <Sourced source={options}>{children}</Sourced> : children(options)
}

function Sourced({ source, children }: { source: OptionSource; children: Render }) {
  const { data } = useRead(source.endpoint, source.input)
  return children(data === undefined ? undefined : source.optionsOf(data))
}
