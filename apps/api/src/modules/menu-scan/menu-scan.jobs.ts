import type { App } from '#kit/http/handler.ts'
import { menuScanKind } from './read-scan.ts'

/** What a scan does by itself: it is read by a task. */
export function registerMenuScans({ services }: App): void {
  services.tasks.declare(menuScanKind)
}
