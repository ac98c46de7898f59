/** What an input is told where no form looks after it. */
export const unbound = { onBlur: () => {}, ref: null, isInvalid: false, describedBy: undefined, disabled: false } as const
