import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Button } from '../layout/button.tsx'
import { Text } from '../layout/text.tsx'
import { Alert } from './alert.tsx'

interface State {
  hasFailed: boolean
}

/** Keeps what breaks while it is drawn to its own card or dialog: the rest of the page, and what is typed in it, stays. */
export class Boundary extends Component<{ children: ReactNode }, State> {
  override state: State = { hasFailed: false }

  static getDerivedStateFromError(): State {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    console.error('A part of the page could not be shown', error, componentStack)
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return (
      <Alert
        tone="error"
        action={
          <Button size="small" onClick={() => this.setState({ hasFailed: false })}>
            Try again
          </Button>
        }
      >
        <Text weight={600} as="p">
          This part stopped working
        </Text>
        <Text as="p">What you saved is safe, and the rest of the page still works.</Text>
      </Alert>
    )
  }
}
