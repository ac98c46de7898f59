import { type Me, sessionContract } from '@larder/contract'
import { storedToken } from './token.ts'
import { type Answer, call } from './transport.ts'

/**
 * Who is signed in, asked before the rest of the application's code has run: on a slow machine that takes longer than the answer. Null
 * without a token.
 */
export const askedFirst: Promise<Answer<Me>> | null = storedToken() === null ? null : call(sessionContract.me, {})
// Whoever waits for it hears of a failure.
askedFirst?.catch(() => {})
