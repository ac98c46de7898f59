import { type ProposalReason, proposalFactorLabels } from '@larder/contract'

/** What speaks against a rider besides their way and their orders, which stand there by themselves: "rides in other areas". */
export function againstWords(reasons: readonly ProposalReason[]): string[] {
  return reasons.flatMap(({ factor }) =>
    factor === 'way' || factor === 'load' || factor === 'unseen' ? [] : [proposalFactorLabels[factor].toLowerCase()],
  )
}
