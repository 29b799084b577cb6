"""Generated cases for the parity runners: values, cases, differences, shrinking, reach. `./tool fuzz` runs them."""
