/** By how risky a record is; unknown is a level of its own, for too little was known to say low. */
export const RISK_FILTER = {
  name: 'riskLevel',
  label: 'Risk',
  choices: [
    { value: '', label: 'Any risk' },
    { value: 'CRITICAL', label: 'Critical' },
    { value: 'HIGH', label: 'High' },
    { value: 'MEDIUM', label: 'Medium' },
    { value: 'LOW', label: 'Low' },
    { value: 'UNKNOWN', label: 'Unknown' },
  ],
};
