import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// What is fetched when it is opened is compiled then, too.
configure({ asyncUtilTimeout: 8000 })
afterEach(cleanup)
