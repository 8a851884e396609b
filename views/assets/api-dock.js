// The browser of the contract.
